import { test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const owner = await signUpPerson('Meera');

test('the “Chat with Seller” link leads a visitor through the login page to the chat', async () => {
	const item = await postItemAs(owner);
	const person = await signUpPerson();
	const page = await visit(`/item/${item}`, { width: 360 });

	await page.getByRole('link', { name: 'Chat with Seller' }).click();
	await page.waitForURL(/\/login\?/);
	await page.getByLabel('Email address').fill(person.email);
	await page.getByLabel('Password', { exact: true }).fill(person.password);
	await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();

	await page.waitForURL(`/chat/${owner.id}/${item}`);
});

test('when the script of the report dialog fails to load, the item page shows an error and stays usable', async () => {
	const page = await visit(`/item/${await postItemAs(owner)}`, { as: await signUpPerson() });
	const reportButton = page.getByRole('button', { name: 'Report Item' });
	await reportButton.waitFor();
	await page.context().route('**/assets/content-report-dialog*', (route) => route.abort());

	await reportButton.click();

	await page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection).waitFor();
	await reportButton.waitFor();
});
