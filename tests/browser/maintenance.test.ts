import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHAT_MESSAGES } from '#contract/chat-facts.ts';
import {
	MAINTENANCE_DEFAULTS,
	MAINTENANCE_LIMITS,
	MAINTENANCE_MESSAGES,
} from '#contract/maintenance.ts';
import { openDatabase } from '#ops/seed/open-database.ts';
import { connect } from '#server/db/client.ts';
import { insertItem } from '#server/features/items/queries.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { ready } from '#tests/support/chat-page.ts';
import { ITEM_FIELDS, insertStudent } from '#tests/support/factories.ts';
import { goByMenu } from '#tests/support/going.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectOpenInAllLooks } from '#tests/support/looks.ts';
import { openOwnMarket } from '#tests/support/own-market.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { SECRET } from '#tests/support/secret.ts';
import { openSwitch } from '#tests/support/switch.ts';
import { whenDone } from '#tests/support/when-done.ts';

const { visit } = await openBrowser();
const market = await openOwnMarket({
	JWT_SECRET: SECRET,
	GOOGLE_CLIENT_ID: 'market',
	GOOGLE_CLIENT_SECRET: SECRET,
});
const { address } = market;
const maintenance = await openSwitch(market);
beforeEach(() => maintenance('off'));

const PATIENCE = { timeout: 20_000 };
const INFORMATION = '**/api/admin/maintenance';
const WORDS = ['--message', 'New disks are going in.', '--downtime', 'Until 6 PM'];

const closed = (page: Page) =>
	page.getByRole('heading', { name: MAINTENANCE_MESSAGES.title, level: 1 });

/** The page's own clock: it looks again without anybody waiting for it. */
async function halfAMinuteLater(page: Page): Promise<void> {
	await page.clock.fastForward(MAINTENANCE_LIMITS.lookAgainMs);
}

/** Somebody who wants a thing that is on sale, and where they have the chat about it. */
async function meetHere() {
	const { url } = await openDatabase({ databaseUrl: undefined, ...market }, () => undefined);
	const { db, close } = connect(url, () => undefined);
	whenDone(close);
	const [seller, buyer] = [await insertStudent(db), await insertStudent(db)];
	const itemId = await insertItem(db, seller.id, ITEM_FIELDS);
	return { buyer, path: `/chat/${seller.id}/${itemId}` };
}

async function visitWithClock(path: string): Promise<Page> {
	const page = await visit(`${address}/rules`);
	await page.clock.install();
	await page.goto(address + path);
	return page;
}

test('whatever the market refuses while it is closed leads to its page, which returns by itself', async () => {
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
	await halfAMinuteLater(page);
	await looked;
	expect(page.url()).toBe(`${address}/maintenance`);

	await maintenance('off');
	await halfAMinuteLater(page);
	await page.waitForURL((url) => url.pathname === '/category/PYQs');
	await page.getByText('0 products available').waitFor();
});

test('the page does not leave before it has looked itself, even where another instance is open already', async () => {
	await maintenance('on', ...WORDS);
	const page = await visitWithClock('/rules');
	let looks = 0;
	await page.route(INFORMATION, (route) => {
		looks += 1;
		return route.continue();
	});

	await page.goto(`${address}/category/All`);
	await closed(page).waitFor();

	expect(looks).toBe(0);
	await halfAMinuteLater(page);
	await expect.poll(() => looks, PATIENCE).toBe(1);
});

test('who presses Login with Google while the market is closed reads that it is', async () => {
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
	test('stays while the market is closed, and afterwards goes back to where one was', async () => {
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

describe('opened by its address', () => {
	test('goes home while the market is open', async () => {
		const page = await visit(`${address}/maintenance`);

		await page.waitForURL(`${address}/`);

		await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
	});

	test('says the usual words where nothing else was said', async () => {
		await maintenance('on', '--message', '', '--downtime', '');
		const page = await visit(`${address}/maintenance`);

		await closed(page).waitFor();

		await page.getByText(MAINTENANCE_DEFAULTS.message).waitFor();
		await page.getByText(`Estimated downtime: ${MAINTENANCE_DEFAULTS.estimatedDowntime}`).waitFor();
	});

	test('says the usual words where the information does not come, and looks again', async () => {
		const page = await visitWithClock('/rules');
		await page.route(INFORMATION, (route) => route.abort());
		await page.goto(`${address}/maintenance`);

		await closed(page).waitFor();
		await page.getByText(MAINTENANCE_DEFAULTS.message).waitFor();
		await page.getByText(`Estimated downtime: ${MAINTENANCE_DEFAULTS.estimatedDowntime}`).waitFor();

		await page.unroute(INFORMATION);
		await halfAMinuteLater(page);
		await page.waitForURL(`${address}/`);
	});
});

test('what was being written is still there afterwards', async () => {
	const page = await visit(`${address}/signup?next=/post`);
	await page.getByLabel('Name').fill('Asha');
	await page.getByLabel('Email address').fill('asha@campus.example');
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.getByLabel('Confirm Password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
	await page.waitForURL('**/post');
	await page.getByLabel('Title').fill('Mini drafter');
	await maintenance('on');

	await goByMenu(page, 'Home');
	await closed(page).waitFor();
	await maintenance('off');
	await page.getByRole('button', { name: MAINTENANCE_MESSAGES.refresh }).click();
	await page.waitForURL(`${address}/`);
	await page.goto(`${address}/post`);

	await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Mini drafter');
});

test('a chat that was open goes on afterwards', async () => {
	const { buyer, path } = await meetHere();
	const page = await visitWithClock('/rules');
	await page.evaluate(({ id, token }) => {
		localStorage.setItem('accessToken', token);
		localStorage.setItem('userId', String(id));
	}, buyer);
	await page.goto(address + path);
	await ready(page);
	const refused = page.waitForEvent('websocket').then((line) =>
		line.waitForEvent('framereceived', {
			predicate: ({ payload }) => String(payload).includes('New disks are going in.'),
		}),
	);
	await maintenance('on', ...WORDS);
	await closed(page).waitFor();
	await refused;

	await maintenance('off');
	await halfAMinuteLater(page);

	await page.waitForURL(address + path);
	await ready(page);
	expect(await page.getByRole('region', { name: CHAT_MESSAGES.errorTitle }).count()).toBe(0);
});

test('a market that is only busy says so where one is', async () => {
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

test('nobody is shut out of the maintenance page, on a phone or a desk, light or dark', async () => {
	await maintenance('on', '--message', 'New disks. '.repeat(40), '--downtime', 'x'.repeat(100));
	const page = await visit(`${address}/maintenance`, { width: 360 });
	await closed(page).waitFor();

	await expectOpenInAllLooks(page);
});
