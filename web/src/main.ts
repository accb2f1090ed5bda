import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { live } from './lib/live.svelte';

live.connect();
// Tests lose the connection on purpose.
Object.assign(window, { banyanLive: live });
mount(App, { target: document.getElementById('app')! });
