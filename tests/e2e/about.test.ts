import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const PATIENCE = { timeout: 20_000 };

describe('the about page', () => {
	test('tells the story, the three values, the team of three and the contact addresses', async () => {
		const page = await visit('/about');
		const main = page.getByRole('main');
		await main.getByRole('heading', { level: 1, name: /^About / }).waitFor();
		await main.getByRole('region', { name: 'Our story' }).waitFor();

		for (const value of ['Community First', 'Simple Solutions', 'Student-Led']) {
			await main.getByRole('heading', { name: value }).waitFor();
		}
		const team = main.getByRole('region', { name: 'The team' });
		expect(await team.getByRole('listitem').count()).toBe(3);
		for (const link of await team.getByRole('link').all()) {
			expect(await link.getAttribute('href')).toBe(`mailto:${await link.textContent()}`);
		}
		expect(await team.getByRole('link').count()).toBe(3);
		const contact = main.getByRole('region', { name: 'Contact' });
		await contact.locator('a[href^="mailto:"]').waitFor();
		await contact.locator('a[href^="tel:+"]').waitFor();
		await contact.getByText('Mon-Fri 9AM-6PM').waitFor();
		expect(await contact.getByRole('definition').count()).toBe(4);
	});

	test('links to the products', async () => {
		const page = await visit('/about');

		await page.getByRole('link', { name: 'Explore Products' }).click();

		await page.getByRole('heading', { name: 'Featured Products' }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/');
	});

	test('lets a signed-in student start selling and sends a visitor to log in first', async () => {
		const seller = await signUpPerson();
		const signedIn = await visit('/about', { as: seller });
		const visitor = await visit('/about');

		for (const page of [signedIn, visitor]) {
			await page.getByRole('link', { name: 'Start Selling' }).click();
		}

		await signedIn.getByRole('heading', { name: 'Add New Item' }).waitFor();
		await visitor.waitForURL('/login?next=%2Fpost');
		await visitor.getByLabel('Email address').fill(seller.email);
		await visitor.getByLabel('Password', { exact: true }).fill(seller.password);
		await visitor.getByRole('button', { name: 'Login', exact: true }).click();
		await visitor.waitForURL('/post');
	});
});

describe('the rules page', () => {
	test('says what may be sold, what may not, how to meet safely and how to appeal', async () => {
		const page = await visit('/rules');
		await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();

		for (const title of [
			'What you may sell',
			'What you may not sell',
			'How to meet safely',
			'How we treat each other',
			'What happens to a report',
			'How to appeal',
		]) {
			await page.getByRole('region', { name: title }).waitFor();
		}

		const appeal = page.getByRole('region', { name: 'How to appeal' });
		expect(await appeal.getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
	});
});

describe('the privacy page', () => {
	test('says what is stored, who sees it, for how long, and how to export or delete it', async () => {
		const page = await visit('/privacy');
		await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();

		for (const title of [
			'What we keep, and what for',
			'Who sees it',
			'How long',
			'Get it, or delete it',
			'In your browser',
			'Mails',
			'Others',
		]) {
			await page.getByRole('region', { name: title }).waitFor();
		}

		const seen = page.getByRole('region', { name: 'Who sees it' }).getByRole('listitem');
		const administrators = seen.filter({ has: page.locator('strong:text-is("Administrators")') });
		expect(await administrators.textContent()).toContain('email addresses and phone numbers');
		const links = page.getByRole('main').getByRole('link', { name: 'your account page' });
		expect(await links.first().getAttribute('href')).toBe('/account');
	});

	test('names every cookie and its lifetime', async () => {
		const person = await signUpPerson();
		const page = await visit('/login?next=/privacy');
		await page.getByLabel('Email address').fill(person.email);
		await page.getByLabel('Password', { exact: true }).fill(person.password);
		await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
		await page.waitForURL('/privacy');
		await page.getByRole('button', { name: 'Menu', exact: true }).click();
		await page.getByRole('dialog', { name: 'Menu' }).getByText('Dark', { exact: true }).click();

		const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name).sort();
		await expect.poll(cookieNames).toEqual(['known-here', 'signed-in', 'theme']);
		const points = page.getByRole('region', { name: 'In your browser' }).getByRole('listitem');
		for (const [name, stays] of [
			['theme', 'for a year'],
			['signed-in', 'for 30 days'],
			['known-here', 'for a year'],
			['pending-sign-in', 'ten minutes'],
			['passdown_line', 'until you close the browser'],
		] as const) {
			const point = points.filter({ has: page.locator(`code:text-is("${name}")`) }).last();
			expect(await point.textContent(), name).toContain(stays);
		}
	});
});

describe('a text page', () => {
	test('has a footer with links to the other text pages, the contact address and a way back to the top', async () => {
		const page = await visit('/rules');
		const footer = page.getByRole('contentinfo');

		const links = footer.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
		await links.first().waitFor();
		expect(await links.allTextContents()).toEqual([
			'Home',
			'Browse',
			'About Us',
			'Feedback',
			'Rules',
			'Privacy',
		]);
		const addresses = await links.evaluateAll((all) =>
			all.map((link) => link.getAttribute('href')),
		);
		expect(addresses).toEqual(['/', '/category/All', '/about', '/feedback', '/rules', '/privacy']);
		const categories = footer.getByRole('navigation', { name: 'Categories' }).getByRole('link');
		expect(await categories.allTextContents()).toEqual([
			'Electronics',
			'Books',
			'PYQs',
			'Instruments',
			'Essentials',
			'OTHERS',
		]);
		await footer.locator('a[href^="mailto:"]').waitFor();
		await footer.locator('a[href^="tel:+"]').waitFor();

		await footer.getByRole('button', { name: 'Scroll to top' }).scrollIntoViewIfNeeded();
		await footer.getByRole('button', { name: 'Scroll to top' }).click();
		await expect.poll(() => page.evaluate(() => window.scrollY), PATIENCE).toBe(0);
	});

	test('has a footer, while the search and form pages have none', async () => {
		for (const [name, heading] of [
			['Browse', 'Everything on sale'],
			['Feedback', 'Share Your Feedback'],
		] as const) {
			const page = await visit('/privacy');
			const footer = page.getByRole('contentinfo');

			await footer.getByRole('link', { name, exact: true }).click();

			await page.getByRole('heading', { level: 1, name: heading }).waitFor();
			await footer.waitFor({ state: 'detached' });
		}
	});

	test('opened from the footer starts at its heading', async () => {
		const page = await visit('/about');
		const footer = page.getByRole('contentinfo');

		await footer.getByRole('link', { name: 'Rules' }).click();

		const heading = page.getByRole('heading', { name: 'Rules', level: 1 });
		await heading.waitFor();
		await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
		expect(await page.title()).toMatch(/^Rules · /);
		await expect.poll(() => page.evaluate(() => window.scrollY), PATIENCE).toBe(0);
	});
});

test('the sign-up form links to the rules and the privacy page, which open in a new tab', async () => {
	const page = await visit('/signup', { width: 360 });
	await page.getByLabel('Name').fill('Asha');
	await page.getByText('By signing up you agree to the').waitFor();

	for (const [name, path] of [
		['rules', '/rules'],
		['privacy', '/privacy'],
	] as const) {
		const opened = page.waitForEvent('popup');
		await page.getByRole('main').getByRole('link', { name }).click();
		const beside = await opened;
		await beside.getByRole('heading', { level: 1 }).waitFor();
		expect(new URL(beside.url()).pathname).toBe(path);
	}

	expect(await page.getByLabel('Name').inputValue()).toBe('Asha');
});

const SCREENS = [
	['/about', 'The team'],
	['/rules', 'How to appeal'],
	['/privacy', 'In your browser'],
	['/signup', 'By signing up you agree to the'],
] as const;

test.each(SCREENS)(
	'axe finds nothing wrong on %s, on phone and desktop, light and dark',
	async (path, sign) => {
		const page = await visit(path, { width: 360 });
		await page.getByText(sign).waitFor();
		if (path !== '/signup') await page.getByRole('contentinfo').getByText('Write to us').waitFor();

		await expectAccessibleInAllViewports(page);
	},
);
