import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWanted, listWantedBy } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';
import { offerToTellAskers } from './tell-askers.ts';

const success = true as const;
const asker = (id: number) => ({ id, userName: 'Ravi', profilePicUrl: null, isVerified: false });
const tellThem = page.getByRole('button', { name: 'Tell them' });

function fakeWantedPosts(count: number) {
	const wanted = Array.from({ length: count }, (_, index) =>
		sampleWanted('Kettle', { User: asker(100 + index) }),
	);
	fakeApi.answer(listWantedBy, { success, wanted });
	fakeApi.answer(answerWanted, ({ params: { id } }) => {
		const post = wanted.find((one) => one.id === id) ?? sampleWanted('Kettle');
		return { success, message: WANTED_MESSAGES.answered, wanted: post };
	});
	return wanted;
}

test('a seller reads how many students look for the new item, and notifies them with one click', async () => {
	const wanted = fakeWantedPosts(3);
	await renderComponent(null, { as: STUDENT });

	await offerToTellAskers({ id: 9 });
	await expect.element(page.getByText('3 students look for this')).toBeVisible();
	await tellThem.click();

	await expect.element(page.getByText('3 students are told.')).toBeVisible();
	const sent = fakeApi.requests(answerWanted).map(({ params, body }) => [params.id, body.itemId]);
	expect(sent).toEqual(wanted.map(({ id }) => [id, 9]));
});

test('when a later notification is refused, the seller reads the number of notified students and the reason', async () => {
	const [first] = fakeWantedPosts(2);
	fakeApi.answer(answerWanted, ({ params: { id } }) =>
		first && id === first.id
			? { success, message: WANTED_MESSAGES.answered, wanted: first }
			: refuse(409, WANTED_ERRORS.tooManyAnswers),
	);
	await renderComponent(null, { as: STUDENT });

	await offerToTellAskers({ id: 9 });
	await tellThem.click();

	await expect
		.element(page.getByRole('alert'))
		.toMatchTextContent(`1 student is told. ${WANTED_ERRORS.tooManyAnswers.message}`);
});

test('when all wanted posts for the new item were closed, the seller reads that no student looks for it any more', async () => {
	fakeWantedPosts(1);
	fakeApi.answer(answerWanted, refuse(404, WANTED_ERRORS.notFound));
	await renderComponent(null, { as: STUDENT });

	await offerToTellAskers({ id: 9 });
	await tellThem.click();

	await expect.element(page.getByText(WANTED_MESSAGES.nobodyLooks)).toBeVisible();
});
