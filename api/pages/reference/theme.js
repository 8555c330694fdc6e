// Before the page is drawn: the colors that were chosen in the explorer.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'auto';
} catch {
  // Storage may be blocked.
}
