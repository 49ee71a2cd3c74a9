import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { setStudies } from '#contract/studies/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeStudies } from '#tests/support/fake-studies.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { StudiesSection } from './studies-section.tsx';

const branch = page.getByLabelText('Branch');
const semester = page.getByLabelText('Semester');
const button = (name: string) => page.getByRole('button', { name });
const statusMessage = (text: string) => page.getByRole('status').getByText(text);
const sent = () => fakeApi.requests(setStudies).map(({ body }) => body);

const open = () => renderComponent(<StudiesSection />, { as: STUDENT, width: 360 });

beforeEach(() => fakeStudies({ branch: 'EC', semester: 3 }));

test('the account shows branch and semester, which can be changed and cleared; the focus then moves to the heading', async () => {
	await open();
	await expect.element(branch).toHaveValue('EC');
	await expect.element(semester).toHaveValue('3');

	await branch.selectOptions('ME');
	await semester.selectOptions('10');
	await button('Save studies').click();

	await expect.element(statusMessage('Your branch and semester are saved.')).toBeVisible();
	expect(sent()).toEqual([{ branch: 'ME', semester: 10 }]);
	await expect.element(branch).toHaveValue('ME');
	await expect.element(semester).toHaveValue('10');
	await expect.element(page.getByRole('heading', { name: 'Studies' })).toHaveFocus();

	await button('Clear').click();

	await expect.element(statusMessage('Your branch and semester are cleared.')).toBeVisible();
	await expect.element(branch).toHaveValue('');
	await expect.element(button('Clear')).not.toBeInTheDocument();
	await expect.element(page.getByRole('heading', { name: 'Studies' })).toHaveFocus();
	expect(sent().at(-1)).toEqual({ branch: null, semester: null });
});
