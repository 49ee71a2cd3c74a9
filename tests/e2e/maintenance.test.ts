import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import {
	MAINTENANCE_DEFAULTS,
	MAINTENANCE_LIMITS,
	MAINTENANCE_MESSAGES,
} from '#contract/maintenance/facts.ts';
import { openPool } from '#server/db/client.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { adminFactory } from '#tests/support/administrators.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { composer, waitUntilReady } from '#tests/support/chat-page.ts';
import { ITEM_FIELDS, insertStudent } from '#tests/support/factories.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { openMaintenanceSwitch } from '#tests/support/maintenance-switch.ts';
import { notificationBell } from '#tests/support/notification-locators.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { SECRET } from '#tests/support/secret.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

const { visit } = await openBrowser();
const ownApp = await openOwnApp({
	JWT_SECRET: SECRET,
	GOOGLE_CLIENT_ID: 'market',
	GOOGLE_CLIENT_SECRET: SECRET,
});
const { address } = ownApp;
const maintenance = await openMaintenanceSwitch(ownApp);
beforeEach(() => maintenance('off'));

const PATIENCE = { timeout: 20_000 };
const INFORMATION = '**/api/admin/maintenance';
const WORDS = ['--message', 'New disks are going in.', '--downtime', 'Until 6 PM'];

const closed = (page: Page) =>
	page.getByRole('heading', { name: MAINTENANCE_MESSAGES.title, level: 1 });

/** Advances the page's fake clock: it checks again by itself. */
async function advanceHalfAMinute(page: Page): Promise<void> {
	await page.clock.fastForward(MAINTENANCE_LIMITS.reopenPollMs);
}

/** The server's own database, for as long as a test needs it. */
async function openDb() {
	const { url } = await openDatabase({ databaseUrl: undefined, ...ownApp }, () => undefined);
	const { db, close } = openPool(url, () => undefined);
	onCleanup(close);
	return db;
}

/** A buyer, and the URL of their chat about an item on sale. */
async function createSellerAndBuyerHere() {
	const db = await openDb();
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

test('every request refused during maintenance leads to the maintenance page, which returns by itself', async () => {
	const page = await visitWithClock('/category/Books?sort=name');
	await page.getByText('0 products available').waitFor();
	await maintenance('on', ...WORDS);

	await page.getByRole('link', { name: 'PYQs' }).first().click();
	await closed(page).waitFor();
	await page.getByText('New disks are going in.').waitFor();
	await page.getByText('Estimated downtime: Until 6 PM').waitFor();
	expect(page.url()).toBe(`${address}/maintenance`);
	await expectFocus(closed(page));

	const looked = page.waitForResponse(INFORMATION);
	await advanceHalfAMinute(page);
	await looked;
	expect(page.url()).toBe(`${address}/maintenance`);

	await maintenance('off');
	await advanceHalfAMinute(page);
	await page.waitForURL((url) => url.pathname === '/category/PYQs');
	await page.getByText('0 products available').waitFor();
});

test('the page does not leave before its own check succeeds, even when another instance is open already', async () => {
	await maintenance('on', ...WORDS);
	const page = await visitWithClock('/rules');
	let checkCount = 0;
	await page.route(INFORMATION, (route) => {
		checkCount += 1;
		return route.continue();
	});

	await page.goto(`${address}/category/All`);
	await closed(page).waitFor();

	expect(checkCount).toBe(0);
	await advanceHalfAMinute(page);
	await expect.poll(() => checkCount, PATIENCE).toBe(1);
});

test('a visitor who presses Login with Google during maintenance reads about the maintenance', async () => {
	const page = await visit(`${address}/login`);
	const google = page.getByRole('button', { name: 'Login with Google' });
	await google.waitFor();
	await maintenance('on', ...WORDS);

	await google.click();

	await closed(page).waitFor();
	await page.getByText('New disks are going in.').waitFor();
	expect(page.url()).toBe(`${address}/maintenance`);
});

describe('Refresh Page', () => {
	test('stays during maintenance, and afterwards returns to the previous page', async () => {
		await maintenance('on', ...WORDS);
		const page = await visit(`${address}/category/Books`);
		const refresh = page.getByRole('button', { name: MAINTENANCE_MESSAGES.refresh });

		const loaded = page.waitForEvent('load');
		await refresh.click();
		await loaded;
		await page.getByText('Estimated downtime: Until 6 PM').waitFor();

		await maintenance('off');
		await refresh.click();
		await page.waitForURL(`${address}/category/Books`);
	});
});

describe('the maintenance page opened by its URL', () => {
	test('redirects home when there is no maintenance', async () => {
		const page = await visit(`${address}/maintenance`);

		await page.waitForURL(`${address}/`);

		await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
	});

	test('shows the default text when no other text was set', async () => {
		await maintenance('on', '--message', '', '--downtime', '');
		const page = await visit(`${address}/maintenance`);

		await closed(page).waitFor();

		await page.getByText(MAINTENANCE_DEFAULTS.message).waitFor();
		await page.getByText(`Estimated downtime: ${MAINTENANCE_DEFAULTS.estimatedDowntime}`).waitFor();
	});

	test('shows the default text when the information fails to load, and retries', async () => {
		const page = await visitWithClock('/rules');
		await page.route(INFORMATION, (route) => route.abort());
		await page.goto(`${address}/maintenance`);

		await closed(page).waitFor();
		await page.getByText(MAINTENANCE_DEFAULTS.message).waitFor();
		await page.getByText(`Estimated downtime: ${MAINTENANCE_DEFAULTS.estimatedDowntime}`).waitFor();

		await page.unroute(INFORMATION);
		await advanceHalfAMinute(page);
		await page.waitForURL(`${address}/`);
	});
});

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

test('every open page of a signed-in user is covered within two seconds, and a draft on it is complete afterwards', async () => {
	const { seller, buyer, path } = await createSellerAndBuyerHere();
	const post = await visitAs(seller, '/post');
	await post.getByLabel('Title').fill('Mini drafter');
	await post.getByLabel('Title').press('Tab');
	const chat = await visitAs(buyer, path);
	await waitUntilReady(chat);
	await composer(chat).fill('Is it still');
	const listing = await visitAs(buyer, '/category/Books');
	const pages = [post, chat, listing];
	await Promise.all(pages.map((page) => notificationBell(page, 0).waitFor()));

	await maintenance('on', ...WORDS);
	await Promise.all(pages.map((page) => closed(page).waitFor({ timeout: 2000 })));
	expect(pages.map((page) => page.url())).toEqual(Array(3).fill(`${address}/maintenance`));
	await expectFocus(closed(post));
	await post.keyboard.press('Escape');
	await post.keyboard.press('Escape');
	expect(await closed(post).isVisible()).toBe(true);

	await maintenance('off');
	await Promise.all(pages.map(advanceHalfAMinute));
	await Promise.all(pages.map((page) => closed(page).waitFor({ state: 'detached' })));
	expect(pages.map((page) => new URL(page.url()).pathname)).toEqual([
		'/post',
		path,
		'/category/Books',
	]);
	expect(await post.getByLabel('Title').inputValue()).toBe('Mini drafter');
	expect(await composer(chat).inputValue()).toBe('Is it still');
	await waitUntilReady(chat);
	await listing.getByText('0 products available').waitFor();
});

test('a visible page of a guest is covered within a minute, and a draft on it is complete afterwards', async () => {
	const page = await visitWithClock('/feedback');
	await page.getByLabel('Name').fill('Asha');
	await page.getByLabel('Your feedback').fill('Good so');
	await maintenance('on', ...WORDS);

	await waitForNextCheck(page, () => closed(page).isVisible());
	await page.getByText('New disks are going in.').waitFor();

	await maintenance('off');
	await advanceHalfAMinute(page);
	await page.waitForURL(`${address}/feedback`);
	await closed(page).waitFor({ state: 'detached' });
	expect(await page.getByLabel('Name').inputValue()).toBe('Asha');
	expect(await page.getByLabel('Your feedback').inputValue()).toBe('Good so');
	expect(MAINTENANCE_LIMITS.closingPollMs).toBeLessThan(60_000);
});

test('a hidden page sends no requests, and checks as soon as it becomes visible', async () => {
	const page = await visitWithClock('/rules');
	let checkCount = 0;
	await page.route(INFORMATION, (route) => {
		checkCount += 1;
		return route.continue();
	});
	const answered = page.waitForResponse(INFORMATION);
	await waitForNextCheck(page, async () => checkCount > 0);
	await (await answered).finished();
	await setVisibility(page, 'hidden');
	const before = checkCount;
	// In steps: the page handles its first response a moment after the response itself.
	for (let step = 0; step < 10; step += 1) {
		await page.clock.fastForward(MAINTENANCE_LIMITS.closingPollMs);
	}
	expect(checkCount).toBe(before);

	await maintenance('on', ...WORDS);
	const isClosed = async () => (await fetch(`${address}/api/admin/maintenance`)).json();
	await expect.poll(isClosed).toMatchObject({ maintenance: true });
	await setVisibility(page, 'visible');
	await page.clock.fastForward(1000);

	await closed(page).waitFor();
	expect(checkCount).toBe(before + 1);
});

/** Checks begin once the page has loaded, which the fake clock does not show. */
async function waitForNextCheck(page: Page, isSeen: () => Promise<boolean>): Promise<void> {
	const seen = async () => {
		await page.clock.fastForward(MAINTENANCE_LIMITS.closingPollMs);
		return isSeen();
	};
	await expect.poll(seen, PATIENCE).toBe(true);
}

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
	await page.evaluate((now) => {
		Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, state);
}

test('a chat that was open continues afterwards', async () => {
	const { buyer, path } = await createSellerAndBuyerHere();
	const page = await visitAs(buyer, path);
	await waitUntilReady(page);
	const refused = page.waitForEvent('websocket').then((line) =>
		line.waitForEvent('framereceived', {
			predicate: ({ payload }) => String(payload).includes('New disks are going in.'),
		}),
	);
	await maintenance('on', ...WORDS);
	await closed(page).waitFor();
	await refused;

	await maintenance('off');
	await advanceHalfAMinute(page);

	await page.waitForURL(address + path);
	await waitUntilReady(page);
	expect(await page.getByRole('region', { name: CHAT_MESSAGES.errorTitle }).count()).toBe(0);
});

test('every page of the back-office shows since when maintenance is on, and lets those with the right end it', async () => {
	const admin = adminFactory(await openDb());
	const open = async (roleLevel: string, path: string) => {
		const { id, token } = await admin({ roleLevel });
		const page = await visit(`${address}/admin/login`);
		await page.evaluate(
			(stored) => Object.entries(stored).map(([key, value]) => localStorage.setItem(key, value)),
			{ adminToken: token, adminId: String(id), adminRole: roleLevel },
		);
		await page.goto(address + path);
		await page.getByRole('heading', { level: 1 }).waitFor();
		return page;
	};
	const banner = (page: Page) =>
		page.getByText(/^The market is closed since \d+ \w+ \d{4} at \d+:\d\d [ap]m\.$/);
	const [dean, clerk] = [
		await open('super_admin', '/admin/users'),
		await open('admin', '/admin/items'),
	];
	await maintenance('on', ...WORDS);
	await Promise.all([dean, clerk].map((page) => banner(page).waitFor()));
	expect(await clerk.getByRole('button', { name: 'Open it' }).count()).toBe(0);
	await expectAccessibleInAllViewports(dean);
	await dean.getByRole('link', { name: 'Dashboard' }).first().click();
	await banner(dean).waitFor();

	await dean.getByRole('button', { name: 'Open it' }).click();

	await Promise.all([dean, clerk].map((page) => banner(page).waitFor({ state: 'detached' })));
	await dean.getByText(SETTINGS_MESSAGES.opened).first().waitFor();
	expect((await (await fetch(`${address}/api/admin/maintenance`)).json()).maintenance).toBe(false);
});

test('a server that is only busy says so without leaving the page', async () => {
	const page = await visit(`${address}/rules`);
	await page.route('**/api/feedback/submit', (route) =>
		route.fulfill({ status: 503, json: { success: false, message: 'The market is busy.' } }),
	);
	await page.goto(`${address}/feedback`);
	await page.getByLabel('Name').fill('Asha');
	await page.getByLabel('Email').fill('asha@campus.example');
	await page.getByLabel('Your feedback').fill('Good.');
	await page.getByRole('radio', { name: 'Fair' }).press('Space');

	await page.getByRole('button', { name: 'Submit Feedback' }).click();

	await page.getByRole('alert').getByText('The market is busy.').waitFor();
	expect(page.url()).toBe(`${address}/feedback`);
});

test('axe finds nothing wrong on the maintenance page, on phone and desktop, light and dark', async () => {
	await maintenance('on', '--message', 'New disks. '.repeat(40), '--downtime', 'x'.repeat(100));
	const page = await visit(`${address}/maintenance`, { width: 360 });
	await closed(page).waitFor();

	await expectAccessibleInAllViewports(page);
});
