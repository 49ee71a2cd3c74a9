import { test } from 'vitest';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';
import { navigateByMenu } from '#tests/support/page-navigation.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a user reports an item by keyboard and then its seller; both reports appear under My Reports', async () => {
	const seller = await signUpPerson('Ravi');
	const item = await postItemAs(seller, { title: 'Electric kettle' });
	const page = await visit(`/item/${item}`, { as: await signUpPerson() });
	const dialog = page.getByRole('dialog');
	const submit = dialog.getByRole('button', { name: REPORT_MESSAGES.submit });

	await pressByKeyboard(page, page.getByRole('button', { name: 'Report Item' }));
	await typeByKeyboard(page, dialog.getByLabel('Description'), 'Not as described.');
	await tabTo(page, dialog.getByLabel('Type'));
	await page.keyboard.press('ArrowDown');
	await pressByKeyboard(page, submit);
	await page.getByRole('status').getByText(REPORT_MESSAGES.itemReported).waitFor();

	await page.getByRole('region', { name: 'Seller' }).getByRole('link').click();
	await page.getByRole('button', { name: 'More about Ravi' }).click();
	await page.getByRole('menuitem', { name: 'Report Ravi' }).click();
	await dialog.getByLabel('Description').fill('Was rude.');
	await submit.click();
	await page.getByRole('status').getByText(REPORT_MESSAGES.userReported).waitFor();

	await navigateByMenu(page, 'My Reports');
	const report = (name: string) => page.getByRole('article', { name });
	await report('Ravi').getByText('Was rude.').waitFor();
	await report('Ravi').getByText(REPORT_MESSAGES.outcomes.pending).waitFor();
	await report('Electric kettle').getByText('Item · Spam').waitFor();
	await report('Electric kettle').getByRole('link').click();
	await page.waitForURL(`/item/${item}`);
});
