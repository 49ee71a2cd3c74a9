import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { FEEDBACK_LIMITS, FEEDBACK_MESSAGES, RATING_LABELS } from '#contract/feedback/feedback.ts';
import { SAMPLE_TESTIMONIALS } from '#contract/feedback/testimonials.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

const PATIENCE = { timeout: 20_000 };
const SUBMIT = '**/api/feedback/submit';
const TESTIMONIALS = '**/api/feedback/public?limit=6&featured=true';

function fields(page: Page) {
	return {
		name: page.getByLabel('Name'),
		email: page.getByLabel('Email'),
		words: page.getByLabel('Your feedback'),
		category: page.getByLabel('Category'),
		submit: page.getByRole('button', { name: 'Submit Feedback' }),
		star: (label: string) => page.getByRole('radio', { name: label }),
	};
}

async function fill(page: Page, words = 'Quick and friendly.'): Promise<void> {
	const { name, email, words: field } = fields(page);
	await name.fill('Asha');
	await email.fill('asha@campus.example');
	await field.fill(words);
	await rate(page, 5);
}

/** Clicks the label of a star, as a finger does. */
async function rate(page: Page, stars: keyof typeof RATING_LABELS): Promise<void> {
	const radio = page.getByRole('radio', { name: RATING_LABELS[stars], exact: false });
	await page.locator('label').filter({ has: radio }).click();
}

/** Advances the page's fake clock until a condition holds. */
async function runUntil(page: Page, condition: () => Promise<boolean>): Promise<void> {
	const check = async () => {
		await page.clock.runFor(20);
		return condition();
	};
	await expect.poll(check, PATIENCE).toBe(true);
}

describe('the feedback form', () => {
	test('is sent, says thanks for 5 seconds, and starts empty while the testimonials reload', async () => {
		const page = await visit('/');
		await page.clock.install();
		await page.goto('/feedback');
		await page.getByRole('heading', { name: FEEDBACK_MESSAGES.title, level: 1 }).waitFor();
		await fill(page);
		await fields(page).category.selectOption('suggestion');
		const sent = page.waitForRequest(SUBMIT);
		await page.clock.pauseAt(Date.now() + 60_000);

		await fields(page).submit.click();

		expect((await sent).postDataJSON()).toEqual({
			name: 'Asha',
			email: 'asha@campus.example',
			rating: 5,
			category: 'suggestion',
			feedback: 'Quick and friendly.',
		});
		const thanks = page.getByRole('heading', { name: FEEDBACK_MESSAGES.thanks });
		const isThanked = () => thanks.isVisible();
		await runUntil(page, isThanked);
		await expectFocus(thanks);
		expect(await fields(page).submit.count()).toBe(0);
		await page.clock.runFor(FEEDBACK_LIMITS.thankYouMs - 500);
		expect(await thanks.isVisible()).toBe(true);
		const reload = page.waitForRequest(TESTIMONIALS);
		await page.clock.runFor(500);
		await runUntil(page, async () => !(await isThanked()));
		await reload;
		expect(await fields(page).name.inputValue()).toBe('');
		expect(await fields(page).words.inputValue()).toBe('');
		expect(await fields(page).category.inputValue()).toBe('general');
		expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
		await expectFocus(page.locator('section[aria-label="Write to us"]'));
	});

	test('reports missing values at the first incomplete field, in the order of the form', async () => {
		const page = await visit('/feedback');
		const { name, email, words, submit } = fields(page);
		const alert = page.getByRole('main').getByRole('alert');

		await submit.click();
		await alert.getByText(FEEDBACK_MESSAGES.required).waitFor();
		await expectFocus(page.locator('[name=name]'));
		// The full sentence appears once; every other incomplete field has a short message.
		expect(await alert.getByText(FEEDBACK_MESSAGES.fieldRequired).count()).toBe(3);
		await name.fill('A');
		await alert.getByText(FEEDBACK_MESSAGES.required).waitFor({ state: 'detached' });

		await name.fill('   ');
		await submit.click();
		await expectFocus(page.locator('[name=name]'));

		await name.fill('Asha');
		await submit.click();
		await expectFocus(page.locator('[name=email]'));

		await email.fill('asha@campus.example');
		await submit.click();
		await expectFocus(page.locator('[name=rating][value="1"]'));
		await alert.getByText(FEEDBACK_MESSAGES.required).waitFor();

		await rate(page, 4);
		await submit.click();
		await expectFocus(page.locator('[name=feedback]'));
		await alert.getByText(FEEDBACK_MESSAGES.required).waitFor();

		await words.fill('Good.');
		await email.fill('asha');
		await submit.click();
		await alert.getByText(PEOPLE_MESSAGES.email).waitFor();
		await expectFocus(page.locator('[name=email]'));
	});

	test('counts up to 500 characters and lets the user type on', async () => {
		const page = await visit('/feedback', { width: 360 });
		await page.getByText('0/500').waitFor();

		await fill(page, 'x'.repeat(500));
		await page.getByText('500/500').waitFor();
		expect(await page.getByText('A little long').count()).toBe(0);
		await fields(page).words.fill('x'.repeat(501));
		await page.getByText('501/500').waitFor();
		await page.getByText('A bit long, but that is fine: we read all of it.').waitFor();
		await fields(page).submit.click();

		await page.getByRole('heading', { name: FEEDBACK_MESSAGES.thanks }).waitFor();
	});

	test('keeps the text when it is longer than 5,000 characters', async () => {
		const page = await visit('/feedback');
		await fill(page, 'x'.repeat(5001));

		await fields(page).submit.click();

		await page.getByText(FEEDBACK_MESSAGES.tooLong).waitFor();
		expect(await fields(page).words.inputValue()).toHaveLength(5001);
	});

	test('names every rating, and the arrow keys choose one', async () => {
		const page = await visit('/feedback');
		await fields(page).star('1 star: Poor').focus();
		await page.keyboard.press('Space');

		for (const label of ['Fair', 'Good!', 'Very Good!', 'Excellent!']) {
			await page.keyboard.press('ArrowRight');
			await page.getByText(label, { exact: true }).waitFor();
			expect(await page.getByRole('radio', { checked: true }).getAttribute('aria-label')).toContain(
				label,
			);
		}
		expect(await fields(page).category.locator('option').allTextContents()).toEqual([
			'General',
			'Product',
			'Service',
			'Suggestion',
		]);
		expect(await fields(page).category.inputValue()).toBe('general');
	});

	test('shows the server’s message, or its own when the server sent none', async () => {
		const page = await visit('/feedback');
		await fill(page);
		const { submit, words } = fields(page);
		const replies = [{ message: 'Not today.' }, {}];
		await page.route(SUBMIT, (route) => {
			const answer = replies.shift();
			if (!answer) return route.abort();
			return route.fulfill({ status: 400, json: { success: false, ...answer } });
		});

		for (const told of ['Not today.', FEEDBACK_MESSAGES.failed, FEEDBACK_MESSAGES.noConnection]) {
			await submit.click();
			await page.getByRole('main').getByRole('alert').getByText(told).waitFor();
		}

		expect(await words.inputValue()).toBe('Quick and friendly.');
		await page.unroute(SUBMIT);
		await submit.click();
		await page.getByRole('heading', { name: FEEDBACK_MESSAGES.thanks }).waitFor();
	});

	test('fills in the signed-in user and lets them change it', async () => {
		const person = await signUpPerson('Ritu');
		const page = await visit('/feedback', { as: person });
		const { name, email } = fields(page);

		await expect.poll(() => email.inputValue(), PATIENCE).toBe(person.email);
		expect(await name.inputValue()).toBe('Ritu');
		await name.fill('');

		expect(await name.inputValue()).toBe('');
	});
});

describe('the testimonials', () => {
	const told = (feedback: string, name: string, rating = 4) => ({
		id: feedback.length,
		name,
		rating,
		category: 'general',
		feedback,
		createdAt: new Date().toISOString(),
	});

	test('come from the server', async () => {
		const page = await visit('/');
		await page.route(TESTIMONIALS, (route) =>
			route.fulfill({
				json: { success: true, feedbacks: [told('Sold my cycle in an hour.', 'Nikhil')] },
			}),
		);
		await page.goto('/feedback');

		const section = page.getByRole('region', { name: FEEDBACK_MESSAGES.testimonials });
		await section.getByText('Sold my cycle in an hour.').waitFor();
		expect(await section.getByRole('listitem').count()).toBe(1);
		await section.getByText('Nikhil').waitFor();
		await section.getByText('4 of 5 stars').waitFor();
	});

	test.each([
		['fails', 500, { success: false, message: 'Busy.' }],
		['is empty', 200, { success: true, feedbacks: [] }],
	])('are three built-in samples when the answer %s', async (_, status, json) => {
		const page = await visit('/');
		await page.route(TESTIMONIALS, (route) => route.fulfill({ status, json }));
		await page.goto('/feedback');

		const section = page.getByRole('region', { name: FEEDBACK_MESSAGES.testimonials });
		for (const { feedback, name } of SAMPLE_TESTIMONIALS) {
			await section.getByText(feedback).waitFor();
			await section.getByText(name).waitFor();
		}
		expect(await section.getByRole('listitem').count()).toBe(SAMPLE_TESTIMONIALS.length);
	});

	test('load without a layout shift', async () => {
		const page = await visit('/');
		let answer = () => {};
		const responded = new Promise<void>((resolve) => {
			answer = resolve;
		});
		await page.route(TESTIMONIALS, async (route) => {
			await responded;
			await route.fulfill({ json: { success: true, feedbacks: [] } });
		});
		await page.goto('/feedback');
		await page.getByText('Loading what people say…').waitFor();
		await page.evaluate(() => {
			document.title = '0';
			new PerformanceObserver((list) => {
				const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
				const sum = shifts.reduce((total, { value }) => total + value, Number(document.title));
				document.title = String(sum);
			}).observe({ type: 'layout-shift' });
		});

		answer();
		await page.getByText(SAMPLE_TESTIMONIALS[2]?.name ?? '').waitFor();

		expect(await page.title()).toBe('0');
	});
});

test('axe finds nothing wrong on the feedback page and its thanks, on phone and desktop, light and dark', async () => {
	const page = await visit('/feedback', { width: 360 });
	const told = page.getByRole('region', { name: FEEDBACK_MESSAGES.testimonials });
	await told.getByRole('listitem').first().waitFor();
	await fields(page).submit.click();
	await page.getByText(FEEDBACK_MESSAGES.required).waitFor();
	await expectAccessibleInAllViewports(page);

	await fill(page);
	await fields(page).submit.click();
	await page.getByRole('heading', { name: FEEDBACK_MESSAGES.thanks }).waitFor();
	await expectAccessibleInAllViewports(page);
});
