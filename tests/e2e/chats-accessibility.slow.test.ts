import { expect, test } from 'vitest';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { waitUntilReady } from '#tests/support/chat-page.ts';
import { expectAccessibleInAllViewports, VIEWPORTS } from '#tests/support/page-checks.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern';
const [seller, buyer, newcomer] = [
	await signUpPerson(LONG),
	await signUpPerson(LONG.toUpperCase()),
	await signUpPerson(),
];
const item = await postItemAs(seller, { title: `${LONG} ${LONG}`, price: 999_999.99 });
const untouched = await postItemAs(seller, { title: 'Nobody asked' });
const room = { itemId: item, buyerId: buyer.id };
await sendMessagesAs(buyer, room, `${LONG}${LONG}${LONG}\nand\nso on`);
await sendMessagesAs(seller, room, 'Yes.');

/** Name, path and user of each page, and a text that shows that the page has loaded. */
const SCREENS = [
	['list of chats', '/chats', buyer, 'Yes.'],
	['list of chats with buyers', '/chats?side=selling', seller, 'You: Yes.'],
	['empty list of chats', '/chats', newcomer, 'No chats yet'],
	[
		'empty list of chats with buyers',
		'/chats?side=selling',
		newcomer,
		'Buyers who ask about your items',
	],
	['list of an item’s buyers', `/availableBuyers/${item}`, seller, `ID: ${buyer.id}`],
	[
		'empty list of an item’s buyers',
		`/availableBuyers/${untouched}`,
		seller,
		'No buyers have contacted you yet',
	],
	[
		'refused list of buyers of another seller’s item',
		`/availableBuyers/${item}`,
		buyer,
		'Only the seller can see',
	],
	['account page without blocked users', '/account', newcomer, 'You have not blocked anyone.'],
] as const;

test.each(SCREENS)(
	'the %s has no axe violations on phone and desktop, light and dark, and does not overflow horizontally, even at 200 % text size',
	async (...screen) => {
		const [, path, as, loadedText] = screen;
		const page = await visit(path, { width: 360, as });
		await page.getByText(loadedText).first().waitFor();
		await page.getByRole('heading', { level: 1 }).first().waitFor();
		const overflow = () =>
			page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);

		for (const { width, theme: colorScheme } of VIEWPORTS) {
			await page.setViewportSize({ width, height: 800 });
			await page.emulateMedia({ colorScheme });
			const seenAs = `${width} px, ${colorScheme}`;

			expect(await findAccessibilityViolations(page), seenAs).toEqual([]);
			expect(await overflow(), seenAs).toBe(0);
		}
		await page.evaluate(() => {
			document.documentElement.style.fontSize = '200%';
		});
		expect(await overflow(), '200 %').toBe(0);
	},
);

test('the open menu has no axe violations on phone and desktop, light and dark', async () => {
	const page = await visit('/chats', { width: 360, as: buyer });

	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByRole('link', { name: 'My Chats 1 unread' }).waitFor();

	await expectAccessibleInAllViewports(page);
});

test('in dark mode, the focus ring of a link in a user’s own chat message has the colour of the text', async () => {
	await sendMessagesAs(buyer, room, 'See https://example.com/photos');
	const page = await visit(`/chat/${seller.id}/${item}`, { as: buyer, theme: 'dark' });
	// Until the history has loaded, the list of messages may still be replaced.
	await waitUntilReady(page);
	const link = page.getByRole('log').getByRole('link');

	await link.press('Shift');

	const [ring, words] = await link.evaluate((element) => {
		const { outlineColor, outlineStyle, color } = getComputedStyle(element);
		return [`${outlineStyle} ${outlineColor}`, `solid ${color}`];
	});
	expect(ring).toBe(words);
});
