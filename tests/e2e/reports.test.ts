import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { REPORT_MESSAGES } from '#contract/reports/reports.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus, pressByKeyboard, tabTo, typeByKeyboard } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const seller = await signUpPerson('Ravi');
const item = await postItemAs(seller, { title: 'Electric kettle' });

const ITEM_CALL = '**/api/report/report-item/*';
const USER_CALL = '**/api/user-report/report-user/*';

function parts(page: Page) {
	const dialog = page.getByRole('dialog');
	return {
		dialog,
		words: dialog.getByLabel('Description'),
		type: dialog.getByLabel('Type'),
		submit: dialog.getByRole('button', { name: REPORT_MESSAGES.submit }),
		cancel: dialog.getByRole('button', { name: 'Cancel' }),
		alert: dialog.getByRole('alert'),
	};
}

async function openItemReport(as: Person, options = {}) {
	const page = await visit(`/item/${item}`, { as, ...options });
	const opener = page.getByRole('button', { name: 'Report Item' });
	await opener.click();
	await parts(page).words.waitFor();
	return { page, opener, ...parts(page) };
}

async function openUserReport(as: Person, about = seller, options = {}) {
	const page = await visit(`/people/${about.id}`, { as, ...options });
	const opener = page.getByRole('button', { name: `More about ${about.userName}` });
	await openFromMenu(page, about.userName);
	return { page, opener, ...parts(page) };
}

async function openFromMenu(page: Page, userName: string): Promise<void> {
	await page.getByRole('button', { name: `More about ${userName}` }).click();
	await page.getByRole('menuitem', { name: `Report ${userName}` }).click();
	await parts(page).words.waitFor();
}

const values = (page: Page) =>
	Promise.all([parts(page).words.inputValue(), parts(page).type.inputValue()]);

describe('the report of an item', () => {
	test('asks for a reason, is sent with its type, and closes with the focus back where it was', async () => {
		const me = await signUpPerson();
		const { page, opener, dialog, words, type, submit, alert } = await openItemReport(me);
		expect(await type.inputValue()).toBe('other');
		expect(await type.locator('option').allTextContents()).toEqual([
			'Other',
			'Spam',
			'Inappropriate',
			'Fraud',
		]);

		await words.fill('   ');
		await submit.click();
		await alert.getByText(REPORT_MESSAGES.itemReason).waitFor();
		await expectFocus(words);

		await words.fill('  Asks for an advance.  ');
		await type.selectOption('fraud');
		const sent = page.waitForRequest(ITEM_CALL);
		await submit.click();
		await dialog.waitFor({ state: 'hidden' });

		expect((await sent).postDataJSON()).toEqual({
			complaint: 'Asks for an advance.',
			type: 'fraud',
		});
		await page.getByRole('status').getByText(REPORT_MESSAGES.itemReported).waitFor();
		await expectFocus(opener);
		await opener.click();
		expect(await values(page)).toEqual(['', 'other']);
	});

	test('forgets text and type when it is cancelled, by its button or by Escape', async () => {
		const { page, opener, dialog, words, type, cancel } = await openItemReport(
			await signUpPerson(),
		);

		for (const leave of [() => cancel.click(), () => page.keyboard.press('Escape')]) {
			await words.fill('Something');
			await type.selectOption('spam');
			await leave();
			await dialog.waitFor({ state: 'hidden' });
			await expectFocus(opener);
			await opener.click();
			expect(await values(page)).toEqual(['', 'other']);
		}
	});

	test('says why it was not sent, and keeps the text', async () => {
		const { page, words, submit, alert } = await openItemReport(await signUpPerson());
		await words.fill('A long story');
		const replies = [{ message: 'Not now.' }, {}];
		await page.route(ITEM_CALL, (route) => {
			const answer = replies.shift();
			if (!answer) return route.abort();
			return route.fulfill({ status: 400, json: { success: false, ...answer } });
		});

		for (const told of ['Not now.', REPORT_MESSAGES.itemFailed, REPORT_MESSAGES.itemError]) {
			await submit.click();
			await alert.getByText(told).waitFor();
		}

		expect(await words.inputValue()).toBe('A long story');
		await page.unroute(ITEM_CALL);
		await submit.click();
		await page.getByRole('status').getByText(REPORT_MESSAGES.itemReported).waitFor();
	});

	test('takes 2,000 characters, counts near the limit, and says when the text is longer', async () => {
		const { page, dialog, words, submit, alert } = await openItemReport(await signUpPerson());
		await words.fill('x'.repeat(2001));
		await dialog.getByText('2001/2000').waitFor();

		await submit.click();
		await alert.getByText(REPORT_MESSAGES.tooLong).waitFor();
		await words.fill('😀'.repeat(2000));
		await submit.click();

		await page.getByRole('status').getByText(REPORT_MESSAGES.itemReported).waitFor();
	});

	test('can be made by keyboard alone', async () => {
		const me = await signUpPerson();
		const page = await visit(`/item/${item}`, { as: me });
		const { words, type, submit, dialog } = parts(page);

		await pressByKeyboard(page, page.getByRole('button', { name: 'Report Item' }));
		await typeByKeyboard(page, words, 'Not as described.');
		await tabTo(page, type);
		await page.keyboard.press('ArrowDown');
		await pressByKeyboard(page, submit);

		await dialog.waitFor({ state: 'hidden' });
		await page.goto('/my-reports');
		await page.getByText('Not as described.').waitFor();
		await page.getByText('Spam').waitFor();
	});
});

describe('the report of a user', () => {
	test('requires a description, is sent with its type, and confirms', async () => {
		const me = await signUpPerson();
		const { page, opener, dialog, words, type, submit } = await openUserReport(me);
		await page.getByRole('heading', { name: 'Report Ravi' }).waitFor();
		expect(await type.inputValue()).toBe('harassment');
		expect(
			await type
				.locator('option')
				.evaluateAll((all) => all.map((option) => option.getAttribute('value'))),
		).toEqual(['harassment', 'spam', 'inappropriate_behavior', 'scam', 'fake_profile', 'other']);
		expect(await submit.isDisabled()).toBe(true);
		await words.fill('   ');
		expect(await submit.isDisabled()).toBe(true);

		await words.fill('Wants an OTP');
		await type.selectOption('scam');
		const sent = page.waitForRequest(USER_CALL);
		await submit.click();

		await dialog.waitFor({ state: 'hidden' });
		expect((await sent).postDataJSON()).toEqual({ complaint: 'Wants an OTP', type: 'scam' });
		await page.getByRole('status').getByText(REPORT_MESSAGES.userReported).waitFor();
		await expectFocus(opener);
		await openFromMenu(page, 'Ravi');
		expect(await values(page)).toEqual(['', 'harassment']);
	});

	test('forgets text and type when it is cancelled', async () => {
		const { page, dialog, words, type, cancel } = await openUserReport(await signUpPerson());
		await words.fill('Something');
		await type.selectOption('other');

		await cancel.click();
		await dialog.waitFor({ state: 'hidden' });
		await openFromMenu(page, 'Ravi');

		expect(await values(page)).toEqual(['', 'harassment']);
	});

	test('says why it was not sent, and keeps the text', async () => {
		const { page, words, submit, alert } = await openUserReport(await signUpPerson());
		await words.fill('A long story');
		const replies = [{ message: 'Not now.' }, {}];
		await page.route(USER_CALL, (route) => {
			const answer = replies.shift();
			if (!answer) return route.abort();
			return route.fulfill({ status: 400, json: { success: false, ...answer } });
		});

		for (const told of ['Not now.', REPORT_MESSAGES.userFailed, REPORT_MESSAGES.userNoConnection]) {
			await submit.click();
			await alert.getByText(told, { exact: true }).waitFor();
		}

		expect(await words.inputValue()).toBe('A long story');
	});

	test('made in a chat names the chat', async () => {
		const me = await signUpPerson();
		const page = await visit(`/chat/${seller.id}/${item}`, { as: me });
		await page.getByRole('button', { name: 'Chat options' }).click();
		await page.getByRole('menuitem', { name: 'Report Ravi' }).click();
		const sent = page.waitForRequest(USER_CALL);

		await parts(page).words.fill('Sends links.');
		await parts(page).submit.click();

		expect((await sent).postDataJSON()).toEqual({
			complaint: 'Sends links.',
			type: 'harassment',
			itemId: item,
			roomId: `${item}-${me.id}`,
		});
		await page.getByRole('status').getByText(REPORT_MESSAGES.userReported).waitFor();
	});

	test('says so when the user no longer exists', async () => {
		const other = await signUpPerson('Imran');
		const { words, submit, alert } = await openUserReport(await signUpPerson(), other);
		const answer = await fetch(`${inject('marketAddress')}/api/account/delete`, {
			method: 'POST',
			headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ password: other.password }),
		});
		expect(answer.status).toBe(200);

		await words.fill('Gone with the money.');
		await submit.click();

		await alert.getByText(REPORT_MESSAGES.unknownUser).waitFor();
	});
});

describe('axe finds nothing wrong, on phone and desktop, light and dark,', () => {
	test('in the report of an item', async () => {
		const { page, submit, alert } = await openItemReport(await signUpPerson(), { width: 360 });
		await submit.click();
		await alert.waitFor();

		await expectAccessibleInAllViewports(page);
	});

	test('in the report of a user', async () => {
		const { page } = await openUserReport(await signUpPerson(), seller, { width: 360 });

		await expectAccessibleInAllViewports(page);
	});
});
