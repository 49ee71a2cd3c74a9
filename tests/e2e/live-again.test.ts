import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CHAT_LIMITS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdLine } from '#tests/support/chat-line.ts';
import { meet, ready, said, wordsOn, writeWithoutLine } from '#tests/support/chat-page.ts';
import { writeAs } from '#tests/support/chatting.ts';
import type { Person } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const panel = (page: Page) => page.getByRole('region', { name: CHAT_MESSAGES.errorTitle });

/** Waits until all attempts are used up. */
async function givenUp(page: Page): Promise<void> {
	await panel(page).getByText(CHAT_MESSAGES.cannotConnect, { exact: true }).waitFor();
	const all = CHAT_MESSAGES.reconnections(CHAT_LIMITS.reconnectAttempts);
	await panel(page).getByText(all, { exact: true }).waitFor();
}

/** A chat that has given up reconnecting, with a fake clock. */
async function openGivenUp(person: Person, path: string) {
	const page = await visit('/about', { as: person });
	const line = await holdLine(page.context());
	await page.clock.install();
	line.cut();
	await page.goto(path);
	await givenUp(page);
	return { page, line };
}

/** Navigates within the app, without a reload. */
async function goOn(page: Page, path: string): Promise<void> {
	await page.evaluate((to) => {
		history.pushState(null, '', to);
		dispatchEvent(new PopStateEvent('popstate'));
	}, path);
}

/** Sets the visibility of the page. */
async function look(page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> {
	await page.evaluate((value) => {
		Object.defineProperty(document, 'visibilityState', { value, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, visibilityState);
}

test('opening a chat connects again, although the client had given up before', async () => {
	const { buyer, buyerPath } = await meet();
	const { seller: another, itemId } = await meet({ title: 'Another thing' });
	const { page, line } = await openGivenUp(buyer, buyerPath);
	line.mend();

	await goOn(page, `/chat/${another.id}/${itemId}`);

	await page.getByRole('link', { name: /^Another thing ₹/ }).waitFor();
	await ready(page);
	expect(await panel(page).count()).toBe(0);
});

test('a connection that was given up is retried by itself, and the messages stay visible until then', async () => {
	const { buyer, buyerPath } = await meet();
	const { page, line } = await openGivenUp(buyer, buyerPath);
	const tried = line.tries();

	const failed = page.waitForEvent('requestfailed', (request) =>
		request.url().includes('/socket.io/'),
	);
	await page.clock.fastForward('01:00');
	await failed;
	expect(line.tries()).toBe(tried + 1);
	await givenUp(page);
	line.mend();
	// The next attempt is scheduled a moment after the last has failed.
	await expect
		.poll(
			async () => {
				if (line.tries() === tried + 1) await page.clock.fastForward('01:00');
				return line.tries();
			},
			{ interval: 1000 },
		)
		.toBe(tried + 2);

	await ready(page);
});

test('a hidden page does not reconnect, and does so at once when it becomes visible', async () => {
	const { buyer, buyerPath } = await meet();
	const { page, line } = await openGivenUp(buyer, buyerPath);
	const tried = line.tries();
	await look(page, 'hidden');

	await page.clock.fastForward('10:00');
	line.mend();
	await look(page, 'visible');

	await ready(page);
	expect(line.tries()).toBe(tried + 1);
});

test('unsent messages are sent by themselves from a page without a chat', async () => {
	const { seller, buyer, buyerPath, sellerPath, room } = await meet();
	await writeAs(buyer, room, 'Hi');
	const selling = await visit(sellerPath, { as: seller });
	await ready(selling);
	const page = await visit('/about', { as: buyer });
	const line = await holdLine(page.context());
	await page.clock.install();
	await page.goto(buyerPath);
	await ready(page);
	await writeWithoutLine(page, 'I take it');
	line.cut();
	await page.context().setOffline(false);
	await givenUp(page);

	await goOn(page, '/about');
	await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
	line.mend();
	await page.clock.fastForward('01:00');

	await said(selling, 'I take it').waitFor();
	expect(await wordsOn(selling)).toEqual(['Hi', 'I take it']);
});
