import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/log-in.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { storedDraftKeys } from '#tests/support/stored-draft-keys.ts';

const { visit } = await openBrowser();

test('an item that a visitor saves stays saved after a reload and after login, and can be unsaved in the listing', async () => {
	const title = `Drafter ${randomUUID().slice(0, 8)}`;
	const itemId = await postItemAs(await signUpPerson(), { title });
	const buyer = await signUpPerson('Ravi');
	const listing = `/category/All?q=${encodeURIComponent(title)}`;
	const page = await visit(listing, { width: 360 });
	const heart = page.getByRole('button', { name: `Save ${title}` });
	const savedHeart = page.getByRole('button', { name: `Save ${title}`, pressed: true });
	const article = page.getByRole('article', { name: title });

	await heart.click();
	await savedHeart.waitFor();
	await expect.poll(() => storedDraftKeys(page)).toContain(`nobody/saved/${itemId}`);
	await page.reload();
	await savedHeart.waitFor();
	await page.getByRole('button', { name: 'Menu', exact: true }).click();
	await page.getByRole('link', { name: 'Saved items' }).click();
	await article.waitFor();
	await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
	await logIn(page, buyer.email, buyer.password);

	await page.waitForURL('/saved');
	await article.waitFor();
	await savedHeart.waitFor();
	const idsOnServer = () =>
		page.evaluate(async (token) => {
			const headers = { authorization: `Bearer ${token}` };
			return (await (await fetch('/api/saved/ids', { headers })).json()).ids;
		}, buyer.token);
	await expect.poll(idsOnServer).toEqual([itemId]);
	await page.goto(listing);
	await savedHeart.waitFor();
	// The heart lies over the link that covers the card.
	await savedHeart.click();
	await page.getByRole('button', { name: `Save ${title}`, pressed: false }).waitFor();
	await expect.poll(idsOnServer).toEqual([]);
	expect(new URL(page.url()).pathname).toBe('/category/All');
});
