// Shows the buttons that copy, and copies.

const SHOWN_MILLISECONDS = 2000

for (const button of document.querySelectorAll('button[data-copied]')) {
  const label = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    if (!(await copyFrom(button.parentElement))) return
    button.textContent = button.dataset.copied
    setTimeout(() => (button.textContent = label), SHOWN_MILLISECONDS)
  })
}

/** Where the page may not write to the clipboard, the text is selected for the person to copy. */
async function copyFrom(box) {
  const codes = [...box.querySelectorAll('code')]
  try {
    await navigator.clipboard.writeText(codes.map((code) => code.textContent).join('\n'))
    return true
  } catch {
    getSelection().setBaseAndExtent(codes[0], 0, codes.at(-1), codes.at(-1).childNodes.length)
    return false
  }
}
