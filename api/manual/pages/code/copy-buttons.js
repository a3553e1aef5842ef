// Runs in the browser, in each page of the manual: puts a button that copies onto each block of code. The page is whole
// without it.

const shownMs = 2_000;

/** Copies the text of a block. Without TLS a browser has no clipboard: the block is then selected, and copied as by hand. */
async function copy(block) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(block.textContent);
    return;
  }
  getSelection().selectAllChildren(block);
  if (!document.execCommand('copy')) throw new Error('The browser does not copy');
}

/** Tells the outcome to screen readers; the button shows it. */
const status = document.createElement('p');
status.className = 'status';
status.setAttribute('role', 'status');
document.querySelector('main').append(status);

for (const block of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  let pause;
  const show = (short, long) => {
    clearTimeout(pause);
    button.textContent = short;
    status.textContent = long;
    pause = setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, shownMs);
  };
  button.addEventListener('click', async () => {
    try {
      await copy(block);
      show('Copied', 'The code is copied.');
    } catch {
      getSelection().selectAllChildren(block);
      show('Selected', 'The browser does not copy. The code is selected.');
    }
  });
  frame.append(block, button);
}
