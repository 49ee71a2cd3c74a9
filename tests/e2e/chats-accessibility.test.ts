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

/** Every page: the visitor, and the text that shows that it has loaded. */
const SCREENS = [
	['chats', '/chats', buyer, 'Yes.'],
	['chats with buyers', '/chats?side=selling', seller, 'You: Yes.'],
	['no chats', '/chats', newcomer, 'No chats yet'],
	['no chats with buyers', '/chats?side=selling', newcomer, 'Buyers who ask about your items'],
	['available buyers', `/availableBuyers/${item}`, seller, `ID: ${buyer.id}`],
	['no buyers', `/availableBuyers/${untouched}`, seller, 'No buyers have contacted you yet'],
	['buyers of somebody else', `/availableBuyers/${item}`, buyer, 'Only the seller can see'],
	['blocked people', '/account', newcomer, 'You have not blocked anyone.'],
] as const;

test.each(SCREENS)(
	'axe finds nothing wrong on %s, on phone and desktop, light and dark, and with text twice as large',
	async (...screen) => {
		const [, path, as, sign] = screen;
		const page = await visit(path, { width: 360, as });
		await page.getByText(sign).first().waitFor();
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

test('axe finds nothing wrong in the open menu, on phone and desktop, light and dark', async () => {
	const page = await visit('/chats', { width: 360, as: buyer });

	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByRole('link', { name: 'My Chats 1 unread' }).waitFor();

	await expectAccessibleInAllViewports(page);
});

test('in dark mode the focus ring of a link in one’s own message is visible', async () => {
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
