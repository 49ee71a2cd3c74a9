import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { delayRequests } from '#tests/support/delay-requests.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';

const { visit } = await openBrowser();

test('after hydration, the photo gallery shows which photos had failed to load and which photo the user had swiped to before', async () => {
	const pictures = await Promise.all(
		['teal', 'gold'].map((colour) => jpeg({ colour, name: `${colour}.jpg` })),
	);
	const item = await postItemAs(await signUpPerson(), {}, pictures);
	const page = await visit('/about', { width: 360 });
	await page.route('**/photos/**', (route) => route.abort());
	const releaseRequests = await delayRequests(page, '**/assets/index-*.js');
	await page.evaluate((path) => window.location.assign(path), `/item/${item}`);
	await page.waitForFunction(() => {
		const photo = document.querySelector<HTMLImageElement>('main img');
		return photo?.complete && photo.currentSrc !== '' && photo.naturalWidth === 0;
	});
	const second = page.getByRole('button', { name: 'Photo 2 of 2: open full screen' });
	// Once the styles have loaded, the second photo is beside the first.
	await expect.poll(async () => (await second.boundingBox())?.x).toBe(360);

	await second.evaluate((photo) => photo.scrollIntoView({ inline: 'center', block: 'nearest' }));
	releaseRequests();

	await page.getByText('2 / 2').first().waitFor();
	await page.getByText('No Image').first().waitFor();
});
