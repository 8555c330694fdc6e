// Before the page is drawn: the colors that were chosen in the explorer. After it: opens what a link leads to.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'auto';
} catch {
  // Storage may be blocked.
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

addEventListener('hashchange', openTarget);
addEventListener('DOMContentLoaded', openTarget);
