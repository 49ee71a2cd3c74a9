import type { Page } from 'playwright-core';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';

/** Once a page of the back-office that is about to open its line hears what others do. */
export async function hearsNews(page: Page): Promise<void> {
	const line = await page.waitForEvent('websocket');
	await line.waitForEvent('framereceived', ({ payload }) =>
		String(payload).startsWith(`40${ADMIN_NAMESPACE}`),
	);
}
