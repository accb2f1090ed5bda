// The connection to the server: questions that get an answer, events that come by themselves, and a new connection
// whenever one is lost. The server knows a visitor by a key, so nothing is lost with the connection.
import { alone } from './memory';
import type { Snapshot } from './types';

type Message = Record<string, unknown>;
type Listener = (event: string, message: Message) => void;

export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

// The server ends a connection over a message that is longer.
const mostBytes = 256 * 1024;

// The token comes once with the address and leaves the address bar at once; it is kept for this tab alone. It is read
// as it was written: URLSearchParams would take a plus for a space.
function takeToken(): string {
  const given = /[?&]token=([^&]*)/.exec(location.search)?.[1];
  if (given === undefined) return sessionStorage.getItem('banyan.token') ?? '';
  const rest = location.search.replace(/([?&])token=[^&]*&?/, '$1').replace(/[?&]$/, '');
  history.replaceState(history.state, '', location.pathname + rest + location.hash);
  let plain = given;
  try {
    plain = decodeURIComponent(given);
  } catch {
    // Not escaped: it is the token itself.
  }
  sessionStorage.setItem('banyan.token', plain);
  return plain;
}

const token = takeToken();
const suffix = token ? `?token=${encodeURIComponent(token)}` : '';

async function documentOf<T>(response: Response): Promise<T> {
  const document = (await response.json().catch(() => ({}))) as T & { error?: { code: number; message: string } };
  if (document.error) throw new Refused(document.error.code, document.error.message);
  if (!response.ok) throw new Refused(response.status, `the server answers ${response.status}`);
  return document;
}

// What stands at a path of the API.
export async function getDocument<T>(path: string): Promise<T> {
  return documentOf<T>(await fetch(`/api/v1/${path}${suffix}`));
}

// A position that moves lead to, without a table.
export async function fetchPosition(setup: { game: string; moves: string[]; seed: number; position?: string }): Promise<Snapshot> {
  return documentOf<Snapshot>(await fetch(`/api/v1/show${suffix}`, { method: 'POST', body: JSON.stringify(setup) }));
}

class Live {
  // 'lost' until it is back.
  status = $state<'connecting' | 'open' | 'lost'>('connecting');
  private socket: WebSocket | null = null;
  private lastId = 0;
  private waiting = new Map<number, { resolve: (message: Message) => void; reject: (error: Error) => void }>();
  private listeners = new Set<Listener>();
  private greeted: (() => void | Promise<void>)[] = [];
  private pause = 500;
  private arrived: string[] = [];

  connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/live${suffix}`);
    this.socket = socket;
    socket.onopen = () => void this.greet();
    socket.onmessage = (event) => this.enqueue(String(event.data));
    socket.onclose = () => this.lose(socket);
  }

  // Calls back at once if the line is open, and each time it is open again.
  onGreeted(callback: () => void | Promise<void>): () => void {
    this.greeted.push(callback);
    if (this.status === 'open') void callback();
    return () => (this.greeted = this.greeted.filter((each) => each !== callback));
  }

  onEvent(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  ask<T = Message>(what: string, fields: Message = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Refused(0, 'there is no connection'));
      const id = ++this.lastId;
      const text = JSON.stringify({ id, do: what, ...fields });
      const bytes = new Blob([text]).size;
      if (bytes > mostBytes) return reject(new Refused(413, `message too large: ${Math.ceil(bytes / 1024)} KiB, limit ${mostBytes / 1024} KiB`));
      this.waiting.set(id, { resolve: resolve as (message: Message) => void, reject });
      this.socket.send(text);
    });
  }

  // Closes the connection; it is opened again as if it had been lost.
  drop(): void {
    this.socket?.close();
  }

  // All tabs of a browser are one visitor, so that they can share a game.
  private async greet(): Promise<void> {
    // Where there is no answer, or a refusal, the line is opened anew after a while, and greeted then.
    const hello = await alone('banyan.hello', () => this.hello()).catch(() => null);
    if (!hello) return this.drop();
    this.pause = 500;
    this.status = 'open';
    for (const callback of this.greeted) await callback();
  }

  private async hello(): Promise<boolean> {
    const known = localStorage.getItem('banyan.visitor');
    const { visitor } = await this.ask<{ visitor: string }>('hello', known ? { visitor: known } : {});
    localStorage.setItem('banyan.visitor', visitor);
    return true;
  }

  // Messages may come faster than anyone could draw them: what arrives within a frame is taken in together.
  private enqueue(text: string): void {
    this.arrived.push(text);
    if (this.arrived.length > 1) return;
    setTimeout(() => {
      const texts = this.arrived;
      this.arrived = [];
      for (const each of texts) this.receive(each);
    }, 16);
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if ('answer' in message) {
      const asked = this.waiting.get(message.answer as number);
      this.waiting.delete(message.answer as number);
      const error = message.error as { code: number; message: string } | undefined;
      if (error) asked?.reject(new Refused(error.code, error.message));
      else asked?.resolve(message);
      return;
    }
    for (const listener of this.listeners) listener(message.event as string, message);
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.status = 'lost';
    for (const { reject } of this.waiting.values()) reject(new Refused(0, 'the connection was lost'));
    this.waiting.clear();
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 1.6, 8000);
  }
}

export const live = new Live();
