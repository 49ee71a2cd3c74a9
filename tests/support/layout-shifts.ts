import type { Page } from 'playwright-core';

/** Records what moves by itself on the pages that are opened from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const shifts: string[] = [];
		Object.assign(window, { shifts });
		const nameOf = ({ node }: { node: Node | null }) => {
			const element = node instanceof Element ? node : node?.parentElement;
			return element?.outerHTML.slice(0, 300) ?? 'a node that is gone';
		};
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) {
				const { sources } = entry as unknown as { sources: { node: Node | null }[] };
				shifts.push(...sources.map(nameOf));
			}
		}).observe({ type: 'layout-shift', buffered: true });
	});
}

/** What has moved on the page so far: the beginning of each element's HTML. */
export async function layoutShifts(page: Page): Promise<string[]> {
	// Layout shifts are reported after the frame they happen in.
	await page.evaluate(
		() => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
	);
	return page.evaluate(() => Reflect.get(window, 'shifts'));
}
