import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { logIn } from '#tests/support/log-in.ts';
import { findMailedLink } from '#tests/support/mailbox.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a visitor logs in to save a search, is mailed the first new item at once, and ends the alert from the mail', async () => {
	const [searcher, seller] = [await signUpPerson(), await signUpPerson()];
	const word = `lot${randomUUID().slice(0, 8)}`;
	const page = await visit(`/category/Books?q=${word}`, { width: 360 });
	const dialog = page.getByRole('dialog', { name: SEARCH_MESSAGES.tellMe });

	await page.getByRole('button', { name: SEARCH_MESSAGES.tellMe }).click();
	await logIn(page, searcher.email, searcher.password);
	await dialog.getByText(`“${word}” in Books`).waitFor();
	await dialog.getByRole('radio', { name: 'At once' }).check();
	await dialog.getByRole('button', { name: SEARCH_MESSAGES.save }).click();
	await page.getByRole('button', { name: 'Saved · At once' }).waitFor();

	await postItemAs(seller, { title: `A ${word}`, category: 'Books' });
	await page.goto(await findMailedLink(searcher.email, '/category/Books'));
	await page.getByRole('article').getByText(`A ${word}`).waitFor();
	await page.goto('/searches');
	await page.getByRole('link', { name: `“${word}” in Books 1 new` }).click();
	await page.getByRole('article').getByText(`A ${word}`).waitFor();

	await page.goto(await findMailedLink(searcher.email, '/unsubscribe'));
	await page.getByRole('button', { name: 'Unsubscribe' }).click();
	await page.getByText(NOTIFICATION_MESSAGES.alertEnded).waitFor();
	await page.getByRole('main').getByRole('link', { name: 'Saved searches' }).click();
	const alert = page.getByLabel(`Alert for “${word}” in Books`);
	await expect.poll(() => alert.inputValue()).toBe('off');
	expect(await page.getByText('1 new').count()).toBe(0);
});
