import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { MAINTENANCE_LIMITS, MAINTENANCE_MESSAGES } from '#contract/maintenance/facts.ts';
import { openPool } from '#server/db/client.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { updateSettings } from '#server/features/maintenance/commands.ts';
import { presentStatus } from '#server/features/maintenance/present.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { composer, waitUntilReady } from '#tests/support/chat-page.ts';
import { ITEM_FIELDS, insertStudent } from '#tests/support/factories.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { SECRET } from '#tests/support/secret.ts';
import { readSettingsChange } from '#tools/cli/commands/maintenance.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

const { visit } = await openBrowser();
const ownApp = await openOwnApp({
	JWT_SECRET: SECRET,
});
const { address } = ownApp;
const { url } = await openDatabase({ databaseUrl: undefined, ...ownApp }, () => undefined);
const { db, close } = openPool(url, () => undefined);
onCleanup(close);

const OPTIONS = ['--message', 'New disks are going in.', '--downtime', 'Until 6 PM'];

/** Starts or ends maintenance as `npm run maintenance` does, and resolves when the app answers with the new settings. */
async function maintenance(...args: string[]): Promise<void> {
	const change = readSettingsChange(args);
	if (!change) throw new Error('Nothing is to be changed.');
	const operator = { adminId: null, ipAddress: 'this computer' };
	const settings = await updateSettings({ db, addTask: async () => undefined }, operator, change);
	const expected = JSON.stringify(presentStatus(settings));
	const fetchStatus = async () => (await fetch(`${address}/api${getMaintenance.path}`)).text();
	await vi.waitUntil(async () => (await fetchStatus()) === expected, { timeout: 20_000 });
}

/** The heading of the maintenance page. */
const closed = (page: Page) =>
	page.getByRole('heading', { name: MAINTENANCE_MESSAGES.title, level: 1 });

/** Advances the page's fake clock until the page checks again whether maintenance has ended. */
async function advanceHalfAMinute(page: Page): Promise<void> {
	await page.clock.fastForward(MAINTENANCE_LIMITS.reopenPollMs);
}

/** A seller, a buyer, and the path of their chat about an item on sale. */
async function createSellerAndBuyerHere() {
	const [seller, buyer] = [await insertStudent(db), await insertStudent(db)];
	const itemId = await insertItem(db, seller.id, ITEM_FIELDS);
	return { seller, buyer, path: `/chat/${seller.id}/${itemId}` };
}

async function visitWithClock(path: string): Promise<Page> {
	const page = await visit(`${address}/rules`);
	await page.clock.install();
	await page.goto(address + path);
	return page;
}

/** Opens a page with a fake clock for a signed-in user. */
async function visitAs(person: { id: number; token: string }, path: string): Promise<Page> {
	const page = await visitWithClock('/rules');
	await page.evaluate(({ id, token }) => {
		localStorage.setItem('accessToken', token);
		localStorage.setItem('userId', String(id));
	}, person);
	const connected = page.waitForEvent('websocket');
	await page.goto(address + path);
	await connected;
	return page;
}

test('during maintenance all open pages show the maintenance page, and afterwards return with drafts and chats intact', async () => {
	const { seller, buyer, path } = await createSellerAndBuyerHere();
	const post = await visitAs(seller, '/post');
	await post.getByLabel('Title').fill('Mini drafter');
	await post.getByLabel('Title').press('Tab');
	const chat = await visitAs(buyer, path);
	await waitUntilReady(chat);
	await composer(chat).fill('Is it still');
	const guest = await visitWithClock('/category/Books?sort=name');
	await guest.getByText('0 products available').waitFor();
	// A request still under way would report the maintenance before the guest opens another page.
	await guest.waitForLoadState('networkidle');
	await Promise.all([post, chat].map((page) => notificationBell(page, 0).waitFor()));
	const refused = chat.waitForEvent('websocket').then((socket) =>
		socket.waitForEvent('framereceived', {
			predicate: ({ payload }) => String(payload).includes('New disks are going in.'),
		}),
	);

	await maintenance('on', ...OPTIONS);
	await Promise.all([post, chat].map((page) => closed(page).waitFor({ timeout: 20_000 })));
	// A mouse would prefetch the other page, and the maintenance page that then opens could cover the link too early.
	await guest.getByRole('link', { name: 'PYQs' }).first().dispatchEvent('click');
	await closed(guest).waitFor();
	await guest.getByText('New disks are going in.').waitFor();
	await guest.getByText('Estimated downtime: Until 6 PM').waitFor();
	const pages = [post, chat, guest];
	expect([post, chat].map((page) => page.url())).toEqual(Array(2).fill(`${address}/maintenance`));
	await expectFocus(closed(post));
	await refused;
	const late = await visit(`${address}/category/Books`);
	await closed(late).waitFor();

	await maintenance('off');
	await late.getByRole('button', { name: MAINTENANCE_MESSAGES.refresh }).click();
	await late.waitForURL(`${address}/category/Books`);
	await Promise.all(pages.map(advanceHalfAMinute));
	await Promise.all(pages.map((page) => closed(page).waitFor({ state: 'detached' })));
	expect(pages.map((page) => new URL(page.url()).pathname)).toEqual([
		'/post',
		path,
		'/category/PYQs',
	]);
	expect(await post.getByLabel('Title').inputValue()).toBe('Mini drafter');
	expect(await composer(chat).inputValue()).toBe('Is it still');
	await waitUntilReady(chat);
	expect(await chat.getByRole('region', { name: CHAT_MESSAGES.errorTitle }).count()).toBe(0);
	await guest.getByText('0 products available').waitFor();
});
