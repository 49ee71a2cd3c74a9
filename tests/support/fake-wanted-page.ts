import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { listMostWanted, listWanted } from '#contract/wanted/endpoints.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { sampleCategories } from './catalogue-replies.ts';
import { fakeApi } from './fake-api.ts';
import { sample } from './sample.ts';

export const askDialog = page.getByRole('dialog', { name: 'Ask for something' });

export const wantedReply = (...wanted: WantedDetails[]) => sample(listWanted.reply, { wanted });

/** Before each test, answers the page of wanted posts: no posts, and a catalogue with one subject. */
export function fakeWantedPage(): void {
	beforeEach(() => {
		fakeApi.answer(getCatalogue, {
			categories: sampleCategories(),
			branches: [{ code: 'EC', name: 'Electronics' }],
			subjects: [{ code: 'EC301', name: 'Signals', branch: 'EC', semester: 3 }],
		});
		fakeApi.answer(listMostWanted);
		fakeApi.answer(listWanted);
	});
}
