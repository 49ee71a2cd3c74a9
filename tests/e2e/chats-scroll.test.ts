import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

/** Enough chats to scroll on a phone and in the pane of a wide screen. */
const THINGS = 14;

const chatsOf = (page: Page) => page.getByRole('list', { name: /^Chats with/ });
const rowsOf = (page: Page) => chatsOf(page).getByRole('link');
const rowOf = (page: Page, thing: number) =>
	chatsOf(page).getByRole('link', { name: `Thing ${thing} ` });
const topOf = async (row: Locator) => (await row.boundingBox())?.y ?? Number.NaN;

/** My chats; the one about item 0 is the last. */
async function openManyChats(width: number) {
	const [buyer, seller] = [await signUpPerson('Bina'), await signUpPerson('Sameer')];
	const rooms: { itemId: number; buyerId: number }[] = [];
	for (let thing = 0; thing < THINGS; thing += 1) {
		const room = {
			itemId: await postItemAs(seller, { title: `Thing ${thing}` }),
			buyerId: buyer.id,
		};
		await sendMessagesAs(buyer, room, 'Is it still there?');
		rooms.push(room);
	}
	const page = await visit('/about', { as: buyer, width });
	// The footer below the list may load late: then the page ends with the list.
	await page.route('**/footer-*.js', () => undefined);
	await page.goto('/chats');
	await rowOf(page, 0).waitFor();

	/** The other user writes about an item, and its chat moves to the top. */
	async function addMessage(thing: number): Promise<void> {
		const room = rooms[thing];
		if (!room) throw new Error(`Nobody talks of thing ${thing}`);
		await sendMessagesAs(seller, room, 'I have it with me today.');
		await expect
			.poll(() => rowsOf(page).first().textContent())
			.toMatch(new RegExp(`^Thing ${thing}Sameer.*today`));
	}
	return { page, addMessage };
}

test('chats with news move to the top while the focus and the reading position stay', async () => {
	const { page, addMessage } = await openManyChats(360);
	const read = rowOf(page, 4);
	await read.focus();
	await read.evaluate((row) => row.scrollIntoView({ block: 'center' }));
	const top = await topOf(read);

	await addMessage(0);
	await addMessage(1);

	await expectFocus(read);
	expect(Math.abs((await topOf(read)) - top)).toBeLessThan(2);
	expect(await rowsOf(page).first().textContent()).toContain('1 unread');
});

test('the reading position at the end of the list stays when the last chat moves up', async () => {
	const { page, addMessage } = await openManyChats(1440);
	const read = rowOf(page, 3);
	await rowOf(page, 0).scrollIntoViewIfNeeded();
	const top = await topOf(read);

	await addMessage(0);

	expect(Math.abs((await topOf(read)) - top)).toBeLessThan(2);
});

test('the list does not scroll after the first visible chat when that one moves up', async () => {
	const { page, addMessage } = await openManyChats(360);
	const [first, read] = [rowOf(page, 9), rowOf(page, 8)];
	await first.evaluate((row) => window.scrollBy(0, row.getBoundingClientRect().top - 10));
	const top = await topOf(read);

	await addMessage(9);

	expect(Math.abs((await topOf(read)) - top)).toBeLessThan(2);
});

test('at the top of the list new chats become visible', async () => {
	const { page, addMessage } = await openManyChats(360);
	const top = await topOf(rowOf(page, 13));

	await addMessage(0);

	expect(Math.abs((await topOf(rowOf(page, 0))) - top)).toBeLessThan(2);
});

test('opening a chat beside the list causes no layout shift', async () => {
	const { page } = await openManyChats(1440);
	const top = await topOf(rowOf(page, 13));

	await rowOf(page, 13).click();
	await page.getByRole('log').waitFor();

	expect(await topOf(rowOf(page, 13))).toBe(top);
});
