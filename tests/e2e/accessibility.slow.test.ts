import { expect, test } from 'vitest';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { expectVisiblyChanged, VIEWPORTS } from '#tests/support/page-checks.ts';
import { markSoldAs, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();
const owner = await signUpPerson('Meera');
const item = await postItemAs(owner, { title: 'Mini drafter' }, [
	await jpeg({ width: 1200, height: 900 }),
	await jpeg({ width: 900, height: 1200 }),
]);

const sold = await postItemAs(owner, { title: 'Set square' });
await markSoldAs(owner, sold);
const newcomer = await signUpPerson('Wolfeschlegelsteinhausenbergerdorffwelchevoraltern');

/** Name, path and user of each page, and a text that shows that the page has loaded. */
const SCREENS = [
	['home page', '/', null, 'Featured Products'],
	['login page', '/login', null, 'Admin Login'],
	['sign-up page', '/signup', null, 'By signing up'],
	[
		'sign-up page after a failed Google sign-in',
		'/signup?error=auth_failed',
		null,
		'Google authentication failed.',
	],
	[
		'login page of a suspended user',
		'/login?error=suspended',
		null,
		'This account has been suspended.',
	],
	['listing', '/category/All', null, /products? available/],
	['empty listing', '/category/All?q=nothingofthekind', null, 'No products found'],
	['item page', `/item/${item}`, null, 'Meera'],
	['item page of the seller', `/item/${item}`, owner, 'Mark as Sold'],
	['page of an item that does not exist', '/item/2147483647', null, 'Item not found.'],
	['form to post an item', '/post', owner, 'Add New Item'],
	['form to edit an item', `/update-item/${item}`, owner, 'Update Item Details'],
	['profile page', '/profile', owner, 'My Uploads'],
	['page of a sold item', `/item/${sold}`, null, 'See similar items'],
	['seller page', `/people/${owner.id}`, null, 'Explore This'],
	['page of a seller without items', `/people/${newcomer.id}`, null, 'Nothing on sale right now'],
	[
		'public page of the signed-in user',
		`/people/${owner.id}`,
		owner,
		'This is how others see you.',
	],
	['page of a seller who does not exist', '/people/2147483647', null, 'User not found.'],
	['account page', '/account', owner, 'This device'],
	['forgotten-password page', '/forgot-password', null, 'Send the link'],
	['new-password page', '/reset-password#token=some', null, 'Change my password'],
	[
		'page of an invalid confirmation link',
		'/confirm-email#token=forged',
		null,
		'This link no longer works',
	],
	['page for an unknown address', '/nowhere', null, 'Page Not Found'],
] as const;

test.each(SCREENS)(
	'the %s has no axe violations and no horizontal overflow, on phone and desktop, light and dark',
	async (...screen) => {
		const [, path, person, loadedText] = screen;
		const page = await visit(path, { width: 360, ...(person && { as: person }) });
		await page.getByText(loadedText).first().waitFor();

		for (const { width, theme: colorScheme } of VIEWPORTS) {
			await page.setViewportSize({ width, height: 800 });
			await page.emulateMedia({ colorScheme });
			const seenAs = `${width} px, ${colorScheme}`;

			expect(await findAccessibilityViolations(page), seenAs).toEqual([]);
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow, seenAs).toBe(0);
		}
	},
);

test('in forced-colours mode, the selected view, category and theme are still visibly selected', async () => {
	const page = await visit('/category/All');
	await page.emulateMedia({ forcedColors: 'active' });
	const view = page.getByRole('button', { name: 'List view' });
	const category = page.getByRole('main').getByRole('link', { name: 'PYQs', exact: true });
	const menu = page.getByRole('dialog', { name: 'Menu' });

	await expectVisiblyChanged(view, view.and(page.locator('[aria-pressed=true]')));
	const here = page.locator('[aria-current]:not([data-followed])');
	await expectVisiblyChanged(category, category.and(here));
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	const theme = menu.getByText('Light', { exact: true });
	await expectVisiblyChanged(theme, theme.filter({ has: page.locator(':checked') }));
});

test('the tab title of a back-office page names the page and the back-office', async () => {
	const adminAccess = await openAdminAccess();
	const page = await visit('/admin/notifications', { admin: await adminAccess.admin() });

	await expect.poll(() => page.title()).toBe('Notifications · Passdown back-office');
});
