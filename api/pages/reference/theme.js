// Before the page is drawn: the colors that were chosen here or in the explorer.
(() => {
  const themes = ['auto', 'light', 'dark'];
  const read = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  const apply = (theme) => {
    document.documentElement.dataset.theme = theme;
  };
  const remembered = themes.find((theme) => theme === read()) ?? 'auto';
  apply(remembered);
  document.addEventListener('DOMContentLoaded', () => {
    const select = document.getElementById('theme');
    select.value = remembered;
    select.addEventListener('change', () => {
      apply(select.value);
      try {
        localStorage.setItem('theme', select.value);
      } catch {
        // Storage may be blocked: the choice then lasts for this visit.
      }
    });
  });
})();
