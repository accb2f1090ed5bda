// Light or dark: as the system has it, until one chooses.
class Theme {
  dark = $state(false);

  constructor() {
    const chosen = localStorage.getItem('banyan.theme');
    const system = matchMedia('(prefers-color-scheme: dark)');
    this.set(chosen ? chosen === 'dark' : system.matches);
    system.addEventListener('change', (event) => {
      if (!localStorage.getItem('banyan.theme')) this.set(event.matches);
    });
  }

  flip(): void {
    this.set(!this.dark);
    localStorage.setItem('banyan.theme', this.dark ? 'dark' : 'light');
  }

  private set(dark: boolean): void {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
}

export const theme = new Theme();
