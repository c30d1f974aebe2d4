// Copy buttons: hidden without scripts, since they need one.

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

/** Copies the code beside a button. If the clipboard is not accessible, selects the text instead and returns false. */
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
