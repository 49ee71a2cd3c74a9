import type { Page } from 'playwright-core';

/** Records layout shifts on the pages that are opened from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const shifts: string[] = [];
		Object.assign(window, { shifts });
		interface Shift {
			node: Node | null;
			previousRect: DOMRectReadOnly;
			currentRect: DOMRectReadOnly;
		}
		const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
		const describe = ({ node, previousRect, currentRect }: Shift) => {
			const element = node instanceof Element ? node : node?.parentElement;
			const html = element?.outerHTML.slice(0, 300) ?? 'a node that is gone';
			return `${html} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
		};
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { sources } = entry as unknown as { sources: Shift[] };
				shifts.push(...sources.map(describe));
			}
		}).observe({ type: 'layout-shift', buffered: true });
	});
}

/** The layout shifts so far: the beginning of each moved element's HTML, and its box before and after, in pixels. */
export async function layoutShifts(page: Page): Promise<string[]> {
	// Layout shifts are reported after the frame they happen in.
	await page.evaluate(
		() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
	);
	return page.evaluate(() => Reflect.get(window, 'shifts'));
}
