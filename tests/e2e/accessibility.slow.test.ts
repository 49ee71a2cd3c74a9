import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { waitUntilReady } from '#tests/support/chat-page.ts';
import { markSoldAs, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

// A test opens some twenty pages and asks axe of each, twice.
vi.setConfig({ testTimeout: 360_000 });

/** As long as names and words usually get. */
const LONGEST = 'Venkatanarasimharajuvaripetanagabhushanam';
const [LONG, LONGER] = ['Venkataraman', 'Thermodynamics'];

/** A phone in light mode and a desktop in dark mode: colours depend on the theme alone, layout on the width. */
const VIEWPORTS = [
	{ width: 360, theme: 'light' },
	{ width: 1440, theme: 'dark' },
] as const;

/** Path of each page, and a text that shows that the page has loaded. */
type Screen = readonly [path: string, loadedText: string | RegExp];

/**
 * Opens the pages one after another, as on a phone in light mode and on a desktop in dark mode.
 * @returns what is wrong with them: axe violations, and what is wider than the window, also on a phone at 200 % text size
 */
async function faultsOf(page: Page, screens: readonly Screen[]): Promise<string[]> {
	const faults: string[] = [];
	for (const [path, loadedText] of screens) {
		await page.goto(path);
		await page.getByRole('main').getByText(loadedText).first().waitFor();
		await page.getByRole('heading', { level: 1 }).first().waitFor();
		for (const { width, theme: colorScheme } of VIEWPORTS.toReversed()) {
			await page.setViewportSize({ width, height: 800 });
			await page.emulateMedia({ colorScheme });
			const found = [
				...(await findAccessibilityViolations(page)),
				...(await overflowingElements(page, ':root')),
			];
			faults.push(...found.map((fault) => `${path}, ${width} px: ${fault}`));
		}
		const parts = 'main, footer, .site-bar, dialog[open]';
		const enlarged = await overflowingElements(page, parts, '200%');
		faults.push(...enlarged.map((fault) => `${path}, enlarged: ${fault}`));
	}
	return faults;
}

const owner = await signUpPerson(LONGEST);
const item = await postItemAs(owner, { title: `${LONGEST} ${LONGEST}`, price: 999_999.99 });

test('no page that a visitor sees has axe violations or overflows horizontally, even with long words and at 200 % text size', async () => {
	const newcomer = await signUpPerson();
	const sold = await postItemAs(owner, { title: 'Set square' });
	await markSoldAs(owner, sold);
	const visitor = await visit('/about');
	const faults = await faultsOf(visitor, [
		['/', 'Featured Products'],
		['/login?error=suspended', 'This account has been suspended.'],
		['/signup?error=auth_failed', 'Google authentication failed.'],
		['/category/All', /products? available/],
		['/category/All?q=nothingofthekind', 'No products found'],
		[`/item/${item}`, 'Chat with Seller'],
		['/item/2147483647', 'Item not found.'],
		[`/item/${sold}`, 'See similar items'],
		[`/people/${owner.id}`, 'Explore This'],
		[`/people/${newcomer.id}`, 'Nothing on sale right now'],
		['/forgot-password', 'Send the link'],
		['/reset-password#token=some', 'Change my password'],
		['/confirm-email#token=forged', 'This link no longer works'],
		['/nowhere', 'Page Not Found'],
		['/wanted', 'I am looking for'],
		['/about', 'The team'],
		['/rules', 'Rules'],
		['/privacy', 'In your browser'],
		['/feedback', 'Submit Feedback'],
	]);
	expect(faults).toEqual([]);
});

test('no page that a signed-in user sees has axe violations or overflows horizontally, even with long words and at 200 % text size', async () => {
	const buyer = await signUpPerson(LONGEST.toUpperCase());
	const untouched = await postItemAs(owner, { title: 'Nobody asked' });
	const room = { itemId: item, buyerId: buyer.id };
	await sendMessagesAs(buyer, room, `${LONGEST}${LONGEST}${LONGEST}\nand\nso on`);
	await sendMessagesAs(owner, room, 'Yes.');
	const selling = await visit('/about', { as: owner });
	const faults = await faultsOf(selling, [
		[`/item/${item}`, 'Mark as Sold'],
		['/post', 'Add New Item'],
		[`/update-item/${item}`, 'Update Item Details'],
		['/profile', 'My Uploads'],
		['/account', 'This device'],
		[`/people/${owner.id}`, 'This is how others see you.'],
		['/chats?side=selling', 'You: Yes.'],
		[`/availableBuyers/${item}`, `ID: ${buyer.id}`],
		[`/availableBuyers/${untouched}`, 'No buyers have contacted you yet'],
		[`/chat/${item}/${buyer.id}`, 'so on'],
		['/wanted', 'My posts'],
		['/my-deals', 'See what is on sale'],
		['/notifications', 'Notifications'],
		['/my-reports', 'My Reports'],
		['/searches', 'Saved searches'],
		['/saved', 'Saved items'],
	]);
	expect(faults).toEqual([]);
});

test('in a window 390 or 1280 px wide, the main headings of the pages have one size', async () => {
	const person = await signUpPerson('Meera');
	const item = await postItemAs(person);
	const paths = ['/category/Books', `/item/${item}`, `/people/${person.id}`, '/chats', '/profile'];
	const page = await visit('/about', { as: person });
	for (const path of [...paths, '/post', '/account', '/notifications', '/feedback', '/nowhere']) {
		await page.goto(path);
		const heading = page.getByRole('heading', { level: 1 });
		await heading.waitFor();
		for (const [width, size] of [
			[390, '27px'],
			[1280, '35px'],
		] as const) {
			await page.setViewportSize({ width, height: 800 });
			expect
				.soft(await heading.evaluate((drawn) => getComputedStyle(drawn).fontSize), path)
				.toBe(size);
		}
	}
});

/** Window widths in pixels: with lists as cards and as tables, and with the narrowest table beside the menu. */
const WIDTHS = [360, 715, 735, 736, 1023, 1024, 1280, 1440];

/** Creates an entry for each list of the back-office, with long words, and with `word`, by which the test finds it. */
async function insertLongRows(word: string) {
	const superAdmin = await adminAccess.admin({
		username: `${LONGEST} ${word}`,
		roleLevel: 'super_admin',
	});
	const [asha, other] = [
		await signUpPerson(`${LONG} ${LONG} ${word}`),
		await signUpPerson(`${LONGEST} ${word}`),
	];
	const title = `${LONGER} and ${LONGER}: ${LONGEST}-XYZ ${word}`;
	const item = await postItemAs(other, { title, price: 999_999.99 });
	const [asStudent, asAdmin] = [adminAccess.callAs(asha), adminAccess.callAs(superAdmin)];
	const complaint = `${LONGER} of ${word}, ${LONGEST}`;
	await asStudent('POST', `/report/report-item/${item}`, { complaint, type: 'inappropriate' });
	const rude = { complaint, type: 'inappropriate_behavior' };
	await asStudent('POST', `/user-report/report-user/${other.id}`, rude);
	await asStudent('POST', '/feedback/submit', {
		name: `${LONGEST} ${word}`,
		email: 'asha@campus.example',
		category: 'suggestion',
		rating: 5,
		feedback: `${LONGER} ${word} ${LONGEST}`,
	});
	await asAdmin('PUT', `/admin/users/${asha.id}/verify`, { isVerified: true });
	await asAdmin('PUT', `/admin/users/${asha.id}/ban`, {});
	await asAdmin('PUT', `/admin/items/${item}/ban`, { reason: complaint });
	return superAdmin;
}

test('no page of the back-office has axe violations, and its lists fit every window width, where only overlong words break across lines', async () => {
	const word = `w${randomUUID().slice(0, 6)}`;
	const page = await visit('/about', { admin: await insertLongRows(word) });
	const lists = [
		`${ADMIN_PAGES.users}?search=${word}`,
		`${ADMIN_PAGES.items}?search=${word}`,
		`${ADMIN_PAGES.reports}?q=${word}`,
		`${ADMIN_PAGES.userReports}?q=${word}`,
		`${ADMIN_PAGES.feedback}?q=${word}`,
		`${ADMIN_PAGES.auditLogs}?q=${word}`,
		ADMIN_PAGES.settings,
	];
	const faults: string[] = [];
	for (const path of lists) {
		await page.goto(path);
		await page.locator('.office-table').getByText(word).first().waitFor();
		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 860 });
			const { overflowPx, broken } = await measureTable(page);
			if (overflowPx > 0 || broken.length > 0)
				faults.push(`${path}, ${width} px: ${overflowPx} px too wide, ${broken}`);
		}
		faults.push(...(await findAccessibilityViolations(page)).map((fault) => `${path}: ${fault}`));
	}
	faults.push(
		...(await faultsOf(page, [
			[ADMIN_PAGES.dashboard, 'Total Users'],
			[ADMIN_PAGES.analytics, 'Analytics'],
			[ADMIN_PAGES.notifications, 'Create Notification'],
			[ADMIN_PAGES.wanted, 'Wanted posts'],
			[ADMIN_PAGES.reviewReports, 'Review reports'],
			[ADMIN_PAGES.campus, 'Campus'],
			[ADMIN_PAGES.account, 'Your account'],
		])),
	);
	expect(faults).toEqual([]);
});

/** By how many pixels the list is wider than its container, and which words break across lines. */
function measureTable(page: Page) {
	return page.evaluate(
		([longest]) => {
			const { documentElement: root } = document;
			const list = document.querySelector('.office-list') ?? root;
			const linesOf = (text: Node, from: number, to: number) => {
				const range = document.createRange();
				range.setStart(text, from);
				range.setEnd(text, to);
				return new Set([...range.getClientRects()].map(({ top }) => top)).size;
			};
			const brokenIn = (text: Node) =>
				[...(text.textContent ?? '').matchAll(/\p{L}+/gu)]
					.filter(({ 0: word, index }) => linesOf(text, index, index + word.length) > 1)
					.map(([word]) => word);
			const broken: string[] = [];
			const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
			while (texts.nextNode()) broken.push(...brokenIn(texts.currentNode));
			return {
				overflowPx: Math.max(
					root.scrollWidth - root.clientWidth,
					list.scrollWidth - list.clientWidth,
				),
				// LONGEST may break. Where the list cuts it off, only its beginning is in the text.
				broken: broken.filter((word) => !longest.startsWith(word)),
			};
		},
		[LONGEST] as const,
	);
}

test('in dark mode, the focus ring of a link in a user’s own chat message has the colour of the text', async () => {
	const [seller, buyer] = [await signUpPerson(), await signUpPerson()];
	const itemId = await postItemAs(seller);
	await sendMessagesAs(buyer, { itemId, buyerId: buyer.id }, 'See https://example.com/photos');
	const page = await visit(`/chat/${seller.id}/${itemId}`, { as: buyer, theme: 'dark' });
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

/** The elements whose content overflows to the right, by how many pixels, at this text size. */
function overflowingElements(page: Page, parts: string, size = ''): Promise<string[]> {
	return page.evaluate(
		([selector, fontSize]) => {
			document.documentElement.style.fontSize = fontSize;
			const rightmost = (part: Element) =>
				[part, ...part.querySelectorAll('*')]
					.map((inner) => ({ inner, right: inner.getBoundingClientRect().right }))
					.reduce((most, other) => (other.right >= most.right ? other : most))
					.inner.outerHTML.slice(0, 200);
			const overflows = [...document.querySelectorAll(selector)]
				.map((part) => ({ part, overflow: part.scrollWidth - part.clientWidth }))
				.filter(({ overflow }) => overflow !== 0)
				.map(({ part, overflow }) => `${part.tagName}: ${overflow} px, ${rightmost(part)}`);
			document.documentElement.style.fontSize = '';
			return overflows;
		},
		[parts, size] as const,
	);
}
