import { eventually } from '../../eventually.js';
import { accessibilityFaults } from '../accessibility.js';
import type { Browser, Page, View } from '../browser.js';

/** Ten times as long as a page takes on a busy machine. */
const waitMs = 30_000;

/** Runs in the page before its own code: keeps what the policy of the page has refused. */
const watchPolicy = `window.refusals = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  window.refusals.push([violatedDirective, blockedURI, sourceFile].join(' ')));`;

const keyCodes: Record<string, number> = {
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  ArrowUp: 38,
  ArrowDown: 40,
};

/** A page of the console, used as a person uses it: by keys and clicks. */
export class ConsolePage {
  /** Addresses that the page has asked for. */
  readonly requests: string[] = [];
  /** Errors of its code. */
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    readonly base: string,
  ) {}

  /** @param base the address of the service with its base path */
  static async open(browser: Browser, base: string, path: string, view: View): Promise<ConsolePage> {
    const page = await browser.open('about:blank', view);
    const console = new ConsolePage(page, base);
    page.listen('Network.requestWillBeSent', ({ request }) =>
      console.requests.push((request as { url: string }).url),
    );
    page.listen('Runtime.exceptionThrown', (params) => console.errors.push(JSON.stringify(params)));
    await page.send('Network.enable');
    await page.send('Runtime.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchPolicy });
    await console.go(path);
    return console;
  }

  async go(path: string): Promise<void> {
    await this.page.send('Page.navigate', { url: `${this.base}/console${path}` });
    await this.waitFor('document.querySelector("h1") !== null');
  }

  /** Waits until an expression is true in the page. @throws Error with what the page shows */
  async waitFor(expression: string): Promise<void> {
    try {
      // A page that is being replaced evaluates nothing.
      await eventually(
        () => this.page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false),
        waitMs,
      );
    } catch (cause) {
      const { errors } = this;
      const shown = `${await this.address()}\n${await this.text()}\n${errors.join('\n')}`;
      throw new Error(`The page does not come to: ${expression}\n${shown}`, { cause });
    }
  }

  /** Waits until the page shows a text. */
  waitForText(text: string): Promise<void> {
    return this.waitFor(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }

  text(): Promise<string> {
    return this.page.evaluate('document.body.innerText');
  }

  address(): Promise<string> {
    return this.page.evaluate('location.pathname + location.search');
  }

  /** The text or the label of the element that has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? ""',
    );
  }

  async press(key: string, modifiers: 'none' | 'control' = 'none'): Promise<void> {
    const code = keyCodes[key] ?? key.toUpperCase().charCodeAt(0);
    const event = {
      key,
      code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
      windowsVirtualKeyCode: code,
      modifiers: modifiers === 'control' ? 2 : 0,
      ...(key === 'Enter' ? { text: '\r' } : {}),
    };
    await this.page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await this.page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  async type(text: string): Promise<void> {
    await this.page.send('Input.insertText', { text });
  }

  /** Presses Tab until the focus is on an element with this text or label. */
  async tabTo(label: string): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      // A page itself has the focus at first, and its text has every label.
      if ((await this.#isOperable()) && (await this.focused()).includes(label)) return;
      await this.press('Tab');
    }
    throw new Error(`Tab does not reach "${label}"; the focus is on "${await this.focused()}"`);
  }

  /** Tells whether the focus is on something that a key operates. */
  #isOperable(): Promise<boolean> {
    return this.page.evaluate(
      "document.activeElement.matches('a, button, input, select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=option], [role=tab]')",
    );
  }

  /** Clicks on the first element with this text or label. */
  async click(label: string): Promise<void> {
    const { x, y } = await this.#getCentre(label);
    const event = { x, y, button: 'left', clickCount: 1 };
    await this.page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await this.page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event });
    await this.page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event });
  }

  /** Touches the first element with this text or label, as a finger does. */
  async tap(label: string): Promise<void> {
    const point = await this.#getCentre(label);
    await this.page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await this.page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await this.page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Waits until the first element with this text or label rests, and returns its centre in view. */
  async #getCentre(label: string): Promise<{ x: number; y: number }> {
    const find = `[...document.querySelectorAll('a, button, label, [role=menuitem], [role=menuitemradio], [role=option]')]
      .find((each) => (each.getAttribute('aria-label') ?? each.innerText).includes(${JSON.stringify(label)}) && each.checkVisibility())`;
    await this.waitFor(find);
    // A part that loads beside it may still move it: a click lands where it was.
    return this.page.evaluate(`(async () => {
      let before;
      for (let looks = 0; ; looks++) {
        const element = ${find};
        element?.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
        const centre = { x: x + width / 2, y: y + height / 2 };
        if (element && (looks > 100 || (before?.x === centre.x && before.y === centre.y))) return centre;
        before = centre;
        // A busy page draws seldom: two looks before it draws see the same.
        await new Promise((resolve) => {
          setTimeout(() => requestAnimationFrame(() => setTimeout(resolve, 50)), 50);
          setTimeout(resolve, 500);
        });
      }
    })()`);
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.waitFor('document.querySelector("input[name=username]")');
    await this.page.evaluate('document.querySelector("input[name=username]").focus()');
    await this.type(username);
    await this.press('Tab');
    await this.type(password);
    await this.press('Enter');
    await this.waitFor('!location.pathname.endsWith("/sign-in")');
  }

  /** Returns the faults of the page as it is: accessibility, width, policy, requests to elsewhere, errors of its code. */
  async faults({ width }: Pick<View, 'width'>): Promise<string[]> {
    const accessibility = await this.#accessibilityAtRest();
    const scrollWidth = await this.page.evaluate<number>('document.documentElement.scrollWidth');
    const elsewhere = this.requests.filter(
      (url) => !url.startsWith(`${this.base}/`) && !/^(about|blob|data):/.test(url),
    );
    return [
      ...accessibility,
      ...(await this.page.evaluate<string[]>('window.refusals')).map((text) => `policy: ${text}`),
      ...(scrollWidth > width ? [`width: ${scrollWidth}`] : []),
      ...elsewhere.map((url) => `elsewhere: ${url}`),
      ...this.errors,
    ];
  }

  /** Returns the faults of accessibility. Colours on their way from one to another are none of either: they are judged at their end. */
  async #accessibilityAtRest(): Promise<string[]> {
    const rest = () =>
      this.page.evaluate(
        'Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))',
      );
    await rest();
    const faults = await accessibilityFaults(this.page);
    // A change of colours may have begun while the page was judged.
    if (!faults.some((fault) => fault.startsWith('color-contrast'))) return faults;
    await rest();
    return accessibilityFaults(this.page);
  }

  close(): Promise<void> {
    return this.page.close();
  }
}
