import { describe, expect, test } from 'vitest';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { UPLOAD_MESSAGES } from '#contract/photos/uploads.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openHttpOnlyProxy } from '#tests/support/http-only-proxy.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { openPostForm, selectPhotos, wide } from '#tests/support/posting.ts';

const { visit } = await openBrowser();

describe('a connection that drops requests without an answer', () => {
	test('does not trap the user in a dialog', async () => {
		const owner = await signUpPerson();
		const page = await visit(`/item/${await postItemAs(owner)}`, { as: owner });
		await page.route('**/api/item/mark-as-sold/*', () => undefined);
		const request = page.waitForRequest('**/api/item/mark-as-sold/*');
		await page.clock.install();

		await page.getByRole('button', { name: 'Mark as Sold' }).click();
		await page.getByRole('button', { name: 'Proceed' }).click();
		await request;
		await page.clock.fastForward(30_000);

		await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
		await page.getByRole('alertdialog').waitFor({ state: 'detached' });
	});

	test('does not make the user wait for the rest of a response', async () => {
		const stallsAt = '/api/auth/login';
		const page = await visit(`${await openHttpOnlyProxy({ stallsAt })}/login`);
		await page.clock.install();
		await page.getByRole('textbox', { name: 'Email' }).fill('meera@college.example');
		await page.getByLabel('Password', { exact: true }).fill('secret123');
		const hasBegun = page.waitForResponse(`**${stallsAt}`);

		await page.keyboard.press('Enter');
		await hasBegun;
		await page.clock.fastForward(30_000);

		await page.getByRole('alert').getByText(AUTH_MESSAGES.failed).waitFor();
	});

	test('is reported for a photo, which retries by itself', async () => {
		const { page } = await openPostForm(visit);
		await page.route('**/api/item/photos', () => undefined);
		const request = page.waitForRequest('**/api/item/photos');
		await page.clock.install();

		await selectPhotos(page, await wide());
		await request;
		await page.clock.fastForward(60_000);
		await page.getByText(UPLOAD_MESSAGES.keptOnDevice).first().waitFor();
		await page.unrouteAll();
		await page.clock.fastForward(40_000);

		await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
	});
});

describe('when the connection works again', () => {
	test('a page that failed to load loads by itself', async () => {
		const person = await signUpPerson('Meera');
		const page = await visit('/about', { as: person });
		await page.route('**/api/profile/get-profile', (route) => route.abort());
		await page.goto('/profile');
		await page.getByRole('button', { name: 'Try again' }).waitFor();

		await page.context().setOffline(true);
		await page.unrouteAll();
		await page.context().setOffline(false);

		await page.getByRole('heading', { name: 'Meera' }).first().waitFor();
	});

	test('a photo that failed to load loads by itself', async () => {
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
});
