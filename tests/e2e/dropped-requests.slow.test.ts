import { expect, test } from 'vitest';
import { AUTH_MESSAGES } from '#contract/auth/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openHttpOnlyProxy } from '#tests/support/http-only-proxy.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a login whose response stalls halfway fails with a message after 30 seconds', async () => {
	const stallsAt = '/api/auth/login';
	const page = await visit(`${await openHttpOnlyProxy({ stallsAt })}/login`);
	await page.clock.install();
	await page.getByRole('textbox', { name: 'Email' }).fill('meera@college.example');
	await page.getByLabel('Password', { exact: true }).fill('secret123');
	const responseBegun = page.waitForResponse(`**${stallsAt}`);

	await page.keyboard.press('Enter');
	await responseBegun;
	await page.clock.fastForward(30_000);

	await page.getByRole('alert').getByText(AUTH_MESSAGES.failed).waitFor();
});

test('a photo that failed to load is retried automatically when the connection works again', async () => {
	const item = await postItemAs(await signUpPerson(), { title: 'Tripod' });
	const page = await visit('/about');
	await page.route('**/photos/**', (route) => route.abort());
	await page.goto(`/item/${item}`);
	await page.getByText('No Image').first().waitFor();

	await page.unrouteAll();

	const photo = page.getByRole('img', { name: /^Tripod, photo/ }).first();
	await photo.waitFor();
	const isDrawn = () => photo.evaluate((img) => (img as HTMLImageElement).naturalWidth > 0);
	await expect.poll(isDrawn).toBe(true);
});
