import type { Page } from 'playwright-core';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';

/** Resolves once a back-office page that is about to connect receives events. */
export async function waitForAdminConnection(page: Page): Promise<void> {
	const websocket = await page.waitForEvent('websocket');
	await websocket.waitForEvent('framereceived', ({ payload }) =>
		String(payload).startsWith(`40${ADMIN_NAMESPACE}`),
	);
}
