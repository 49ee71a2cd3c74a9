import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
	DEAL_ACTION_LABELS,
	DEAL_MESSAGES,
	DEAL_STATE_MESSAGES,
	SELLER_DONE_CONFIRMATION,
} from '#contract/deals/messages.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openOldChatClient } from '#tests/support/chat-client.ts';
import {
	createSellerAndBuyer,
	messageItem,
	sendMessage,
	waitUntilReady,
} from '#tests/support/chat-page.ts';
import { passDealTime } from '#tests/support/pass-deal-time.ts';
import { getRunningAppDb } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The part of a chat page that shows the state of the deal and the actions that are possible. */
const strip = (page: Page) => page.getByRole('region', { name: DEAL_MESSAGES.stripLabel });
const pressInStrip = (page: Page, name: string) =>
	strip(page).getByRole('button', { name, exact: true }).click();
const pressInDialog = (page: Page, name: string) =>
	page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const waitForState = (page: Page, words: string) =>
	strip(page).getByText(words, { exact: true }).waitFor();

/** Inserts a hand-over spot that is open all day. @returns its name */
async function insertSpot(): Promise<string> {
	const name = `Library steps ${randomUUID().slice(0, 6)}`;
	const db = await getRunningAppDb();
	await db.execute(sql`
		insert into spots (name, hint, opens, closes, position)
		values (${name}, 'By the notice board', '00:00', '23:59', 0)`);
	return name;
}

/** Tomorrow at noon in the college's time zone: its date, and in hours from now. */
function tomorrowAtNoon() {
	const offsetMs = 5.5 * HOUR_MS;
	const day = Math.floor((Date.now() + offsetMs) / DAY_MS) + 1;
	const local = new Date(day * DAY_MS + 12 * HOUR_MS);
	return {
		date: local.toISOString().slice(0, 10),
		hoursFromNow: (local.getTime() - offsetMs - Date.now()) / HOUR_MS,
	};
}

async function writeReview(page: Page, name: string, words: string): Promise<void> {
	await pressInStrip(page, DEAL_ACTION_LABELS.review);
	const dialog = page.getByRole('dialog', { name });
	await dialog.getByRole('radio', { name: '5 stars' }).check({ force: true });
	await dialog.getByLabel('Friendly', { exact: true }).check({ force: true });
	await dialog.getByLabel(DEAL_MESSAGES.reviewLabel).fill(words);
	await pressInDialog(page, DEAL_MESSAGES.sendReview);
	await dialog.waitFor({ state: 'hidden' });
}

test('a buyer and a seller negotiate a price, agree on a hand-over, complete it and review each other in the chat', async () => {
	const spot = await insertSpot();
	const { seller, buyer, itemId, buyerPath, sellerPath } = await createSellerAndBuyer();
	const buying = await visit(buyerPath, { as: buyer, width: 390 });

	// Bargain.
	await pressInStrip(buying, DEAL_ACTION_LABELS.offer);
	await buying.getByLabel(DEAL_MESSAGES.amountLabel).fill('600');
	await pressInDialog(buying, DEAL_MESSAGES.sendOffer);
	await waitForState(buying, DEAL_STATE_MESSAGES.yourOffer('₹600'));
	const selling = await visit(sellerPath, { as: seller });
	await waitForState(selling, DEAL_STATE_MESSAGES.theirOffer(buyer.userName, '₹600'));
	await pressInStrip(selling, DEAL_ACTION_LABELS['counter-offer']);
	await selling.getByLabel(DEAL_MESSAGES.counterLabel).fill('700');
	await pressInDialog(selling, DEAL_MESSAGES.sendCounter);
	await waitForState(buying, DEAL_STATE_MESSAGES.theirCounter(seller.userName, '₹700'));
	await pressInStrip(buying, 'Accept ₹700');
	await waitForState(buying, DEAL_STATE_MESSAGES.reservedForYou(700));
	await waitForState(selling, DEAL_STATE_MESSAGES.reservedFor(buyer.userName, 700));

	// Agree on a place and a time.
	const { date, hoursFromNow } = tomorrowAtNoon();
	await pressInStrip(selling, DEAL_ACTION_LABELS['propose-handover']);
	const form = selling.getByRole('dialog');
	const place = form.getByRole('group', { name: DEAL_MESSAGES.spotLabel });
	await place.getByRole('button', { name: DEAL_MESSAGES.otherSpot }).click();
	await place.getByRole('radio', { name: spot }).check({ force: true });
	await form.locator(`[name=day][value="${date}"]`).check({ force: true });
	await form.getByRole('checkbox', { name: '12:00' }).check({ force: true });
	await pressInDialog(selling, DEAL_MESSAGES.propose);
	await strip(buying)
		.getByRole('button', { name: /^Take / })
		.click();
	for (const page of [buying, selling]) {
		await strip(page)
			.getByText(/^Meeting /)
			.waitFor();
		await page.getByRole('log').getByText(`Hand-over agreed: ${spot}`).waitFor();
	}

	// Meet.
	await passDealTime(await getRunningAppDb(), itemId, hoursFromNow + 0.1);
	await Promise.all([buying.reload(), selling.reload()]);
	await pressInStrip(buying, DEAL_ACTION_LABELS['handover-done']);
	await strip(selling)
		.getByText(DEAL_STATE_MESSAGES.theySaidDone(buyer.userName), { exact: false })
		.waitFor();
	await pressInStrip(selling, DEAL_ACTION_LABELS['handover-done']);
	await selling
		.getByRole('alertdialog')
		.getByRole('button', { name: SELLER_DONE_CONFIRMATION.confirm })
		.click();
	for (const page of [buying, selling]) {
		await strip(page).getByText(DEAL_STATE_MESSAGES.done, { exact: true }).waitFor();
	}

	// Review each other.
	await writeReview(buying, `How was it with ${seller.userName}?`, 'Thanks, works fine.');
	expect(await selling.getByText('Thanks, works fine.').count()).toBe(0);
	await writeReview(selling, `How was it with ${buyer.userName}?`, 'Came on time.');
	await selling.getByRole('log').getByText('Thanks, works fine.').waitFor();
	await buying.getByRole('log').getByText('Came on time.').waitFor();
	await buying.goto(`/people/${seller.id}`);
	await buying.getByText('Thanks, works fine.').waitFor();
});

test('a buyer on an old client without deals sees deal events as plain messages and can keep writing', async () => {
	const { seller, buyer, room, sellerPath } = await createSellerAndBuyer();
	const chat = await openOldChatClient(buyer, room);
	await chat.send('Is it still there?');
	const selling = await visit(sellerPath, { as: seller });
	await waitUntilReady(selling);

	await pressInStrip(selling, DEAL_ACTION_LABELS.reserve);
	await pressInDialog(selling, DEAL_ACTION_LABELS.reserve);
	await waitForState(selling, DEAL_STATE_MESSAGES.reservedFor(buyer.userName, 850));
	await expect.poll(() => chat.texts.at(-1)).toMatch(/^Reserved for you until \w{3}.*\d\d:\d\d\.$/);
	await chat.send('Thanks! Today at six?');
	await messageItem(selling, 'Thanks! Today at six?').waitFor();
	await sendMessage(selling, 'Yes.');
	await expect.poll(() => chat.texts.at(-1)).toBe('Yes.');

	await pressInStrip(selling, DEAL_ACTION_LABELS.release);
	await selling.getByRole('dialog').getByRole('textbox').fill('My brother needs it.');
	await pressInDialog(selling, DEAL_ACTION_LABELS.release);
	await expect.poll(() => chat.texts.at(-1)).toMatch(/My brother needs it\.$/);
	await chat.send('What a pity.');
	await messageItem(selling, 'What a pity.').waitFor();
	const again = await openOldChatClient(buyer, room);
	expect(again.texts).toEqual(chat.texts);
});
