import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/log-in.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('the About page lists the team and leads through login to posting an item; the privacy page names every cookie', async () => {
	const { email, password } = await signUpPerson();
	const page = await visit('/about');
	const team = page.getByRole('region', { name: 'The team' });
	expect(await team.getByRole('listitem').count()).toBe(3);
	for (const link of await team.getByRole('link').all())
		expect(await link.getAttribute('href')).toBe(`mailto:${await link.textContent()}`);

	await page.getByRole('link', { name: 'Start Selling' }).click();
	await page.waitForURL('/login?next=%2Fpost');
	await logIn(page, email, password);
	await page.waitForURL('/post');
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByRole('dialog', { name: 'Menu' }).getByText('Dark', { exact: true }).click();

	const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name).sort();
	await expect.poll(cookieNames).toEqual(['known-here', 'signed-in', 'theme']);
	await page.goto('/privacy');
	const cookies = page.getByRole('region', { name: 'In your browser' }).locator('code');
	expect(await cookies.allTextContents()).toEqual(expect.arrayContaining(await cookieNames()));
});
