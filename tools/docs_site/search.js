// Search in the pages: every word must occur, as the beginning of a word; titles and headings count more than text.
'use strict';
(() => {
  const up = document.currentScript.dataset.up;
  const field = document.getElementById('search');
  const list = document.getElementById('found');
  const most = 20;
  if (window.matchMedia('(max-width: 46rem)').matches) document.querySelector('.menu').open = false;

  const fold = (text) => text.toLowerCase();
  const entries = window.searchIndex.map((entry) => ({
    ...entry,
    folded: { title: fold(entry.title), heading: fold(entry.heading), text: fold(entry.text) },
  }));

  // Where a word of the query begins a word of the text; -1 if nowhere.
  const place = (text, word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return at;
    return -1;
  };

  const score = (entry, words) => {
    let sum = 0;
    for (const word of words) {
      const points =
        (place(entry.folded.heading, word) >= 0 ? 8 : 0) +
        (place(entry.folded.title, word) >= 0 ? 4 : 0) +
        (place(entry.folded.text, word) >= 0 ? 1 : 0);
      if (points === 0) return 0;
      sum += points;
    }
    return sum;
  };

  const snippet = (entry, words) => {
    const at = Math.max(0, place(entry.folded.text, words[0]) - 40);
    return (at > 0 ? '…' : '') + entry.text.slice(at, at + 160);
  };

  const row = (entry, words) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `${up}/${entry.page}${entry.anchor ? `#${entry.anchor}` : ''}`;
    link.textContent = entry.heading === entry.title ? entry.title : `${entry.title} › ${entry.heading}`;
    const text = document.createElement('small');
    text.textContent = snippet(entry, words);
    link.append(text);
    item.append(link);
    return item;
  };

  const show = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    list.hidden = words.length === 0;
    if (list.hidden) return;
    const found = entries
      .map((entry) => ({ entry, points: score(entry, words) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, most);
    list.replaceChildren(...found.map(({ entry }) => row(entry, words)));
    if (found.length > 0) return;
    const none = document.createElement('li');
    none.className = 'none';
    none.textContent = 'Nothing found';
    list.append(none);
  };

  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
    if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
  });
  list.addEventListener('keydown', (event) => {
    const item = document.activeElement?.closest('#found li');
    const next = event.key === 'ArrowDown' ? item?.nextElementSibling : event.key === 'ArrowUp' ? item?.previousElementSibling : null;
    if (next) {
      event.preventDefault();
      next.querySelector('a')?.focus();
    }
  });
  list.addEventListener('click', () => {
    list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape') {
      list.hidden = true;
      field.focus();
    }
  });
})();
