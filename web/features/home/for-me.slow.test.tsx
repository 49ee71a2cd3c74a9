import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import {
	declineStudiesInvitation,
	listItemsForMe,
	setStudies,
} from '#contract/studies/endpoints.ts';
import { STUDIES_ERRORS } from '#contract/studies/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeStudies } from '#tests/support/fake-studies.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const row = page.getByRole('list', { name: 'For your semester' });
const invitation = page.getByRole('region', { name: 'What do you study?' });
const featured = page.getByRole('list', { name: 'Featured products' });
const dialog = page.getByRole('dialog', { name: 'What do you study?' });
const signals = sampleItem({ title: 'Signals and Systems', userId: 99 });
/** The top edge of the element below the row. */
const topBelowRow = () =>
	(document.querySelector('.for-me + *') as Element).getBoundingClientRect().top;
const cookieOfRows = () => /home-rows=([\w.-]*)/.exec(document.cookie)?.[1];

async function openHome(width = 1024): Promise<void> {
	await renderPage('/', { as: STUDENT, width });
	await expect.element(featured).toBeVisible();
}

beforeEach(async () => {
	fakeListing(sampleItem({ title: 'Drafter' }));
	fakeApi.answer(getNotificationSummary, notificationSummary());
	delete document.documentElement.dataset.home;
	await cookieStore.delete('home-rows');
});

test('the home page shows items for the student’s semester, and a link to change branch and semester', async () => {
	fakeStudies({ branch: 'EC', semester: 3, items: [signals] });
	await openHome(360);

	await expect.element(row.getByRole('link', { name: /Signals/ })).toBeVisible();
	const change = page.getByRole('link', { name: 'Change: EC, semester 3' });
	await expect.element(change).toHaveAttribute('href', '/account#studies');
	await expect.poll(cookieOfRows).toBe('for-me');
});

test.each([360, 1440])(
	'on a screen %i pixels wide, the space reserved for the semester’s items is as high as their row',
	async (width) => {
		document.documentElement.dataset.home = 'for-me';
		fakeStudies({ branch: 'EC', semester: 3, items: [signals] });
		const release = fakeApi.hold(listItemsForMe);
		await openHome(width);
		const reserved = topBelowRow();

		release();

		await expect.element(row).toBeVisible();
		expect(topBelowRow()).toBe(reserved);
	},
);

test('a student who accepts the invitation enters branch and semester, and then sees items for the semester', async () => {
	fakeStudies({ isInvited: true, items: [signals] });
	await openHome(360);
	await expect.element(invitation).toBeVisible();
	await expectAccessible();

	await invitation.getByRole('button', { name: 'Tell us' }).click();
	await dialog.getByRole('button', { name: 'Save studies' }).click();
	await expect.element(dialog.getByText(STUDIES_ERRORS.branchMissing.message)).toBeVisible();
	await expect.element(dialog.getByText(STUDIES_ERRORS.semesterMissing.message)).toBeVisible();
	await expect.element(dialog.getByLabelText('Branch')).toHaveFocus();
	await dialog.getByLabelText('Branch').selectOptions('EC');
	expect(dialog.getByLabelText('Semester').element().textContent).not.toContain('9');
	await dialog.getByLabelText('Semester').selectOptions('3');
	await dialog.getByRole('button', { name: 'Save studies' }).click();

	await expect.element(row.getByRole('link', { name: /Signals/ })).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(invitation).not.toBeInTheDocument();
	expect(fakeApi.requests(setStudies).map(({ body }) => body)).toEqual([
		{ branch: 'EC', semester: 3 },
	]);
});

test('when saving the studies has failed, the dialog says so, until it is opened again', async () => {
	fakeStudies({ isInvited: true });
	fakeApi.answer(setStudies, NO_CONNECTION);
	await openHome();
	await invitation.getByRole('button', { name: 'Tell us' }).click();
	await dialog.getByLabelText('Branch').selectOptions('EC');
	await dialog.getByLabelText('Semester').selectOptions('3');
	await dialog.getByRole('button', { name: 'Save studies' }).click();

	await expect.element(dialog.getByRole('alert')).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await invitation.getByRole('button', { name: 'Tell us' }).click();
	await expect.element(dialog.getByLabelText('Branch')).toBeVisible();
	await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

test('a student can permanently decline the invitation to enter their studies', async () => {
	fakeStudies({ isInvited: true });
	await openHome();

	await invitation.getByRole('button', { name: 'Do not ask again' }).click();

	await expect.element(invitation).not.toBeInTheDocument();
	await expect.poll(cookieOfRows).toBe('nothing');
	await expect.poll(() => fakeApi.requests(declineStudiesInvitation).length).toBe(1);
});
