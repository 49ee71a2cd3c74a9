import { describe, expect, test } from 'vitest';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { UPLOAD_MESSAGES } from '#contract/uploads.ts';
import { barriersOn, openBrowser } from '#tests/support/browser.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { heic, jpeg, noiseJpegOfAtLeast, phonePhotoOfAtLeast } from '#tests/support/pictures.ts';
import { fillIn, itemsOf, lineOf, pick, pickAndSend, TYPED } from '#tests/support/posting.ts';

const { visit } = await openBrowser();
const MEGABYTE = 1024 ** 2;

const wide = () => jpeg({ name: 'wide.jpg', width: 800, height: 600 });
const tall = () => jpeg({ name: 'tall.jpg', width: 600, height: 900 });
const square = () => jpeg({ name: 'square.jpg', width: 700, height: 700 });

async function openForm(options: { width?: number } = {}) {
	const person = await signUpPerson();
	const page = await visit('/post', { as: person, ...options });
	await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	return { person, page };
}
const shapesOf = async (person: Person) =>
	(await itemsOf(person))[0]?.photos.map(({ width, height }) => [width, height]);
const addButton = { name: 'Add Item' } as const;

describe('photos on their way', () => {
	test('a phone’s photo of 9 MB is made smaller and posts well', async () => {
		const { person, page } = await openForm({ width: 360 });
		await fillIn(page);

		await pickAndSend(page, await phonePhotoOfAtLeast(9 * MEGABYTE));
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');

		const [item] = await itemsOf(person);
		expect(item).toMatchObject({ title: TYPED.Title, price: 350 });
		expect(item?.photos[0]).toMatchObject({ width: 1600, height: 1200 });
	});

	test('an iPhone’s photo shows as soon as the server has made a picture of it', async () => {
		const { page } = await openForm();

		await pick(page, heic());

		const picture = page.getByRole('img', { name: 'IMG_0042.HEIC' });
		await picture.and(page.locator('[src*="/photos/"]')).waitFor();
		const isDrawn = () =>
			picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
		await expect.poll(isDrawn).toBe(true);
	});

	test('one upload can be cancelled and sent again, while the other goes on', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		const line = await lineOf(page);
		await line.slow(200_000);
		await pick(page, await noiseJpegOfAtLeast(2 * MEGABYTE), await wide());

		await page.getByRole('button', { name: 'Cancel photo 1' }).click();
		await page.getByText('Stopped').waitFor();
		await page.getByRole('button', { name: 'Cancel photo 2' }).waitFor({ state: 'detached' });
		await line.fast();
		await page.getByRole('button', { name: 'Retry photo 1' }).click();
		await page.getByText('Stopped').waitFor({ state: 'detached' });
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');

		expect(await shapesOf(person)).toEqual([
			[640, 480],
			[800, 600],
		]);
	});

	test('a form that is sent while photos are under way waits for them, and can be stopped', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		const line = await lineOf(page);
		await line.slow(200_000);
		await pick(page, await noiseJpegOfAtLeast(3 * MEGABYTE));

		await page.getByRole('button', addButton).click();
		await page.getByRole('button', { name: 'Cancel upload' }).click();
		await page.getByText('Stopped').waitFor();
		expect(await itemsOf(person)).toEqual([]);

		await line.fast();
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('a photo that the server cannot read is told, and can be taken out', async () => {
		const { page } = await openForm();
		const broken = { name: 'torn.jpg', bytes: Buffer.from('not a photo') };

		await pick(page, broken);

		await page.getByText('These files are not photos we can read: torn.jpg').waitFor();
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		await page.getByText('These files are not photos').waitFor({ state: 'detached' });
	});
});

test.each([
	[360, 'light'],
	[1440, 'dark'],
] as const)(
	'nobody is shut out while photos are under way, %d px wide, %s',
	async (width, theme) => {
		const page = await visit('/post', { as: await signUpPerson(), width, theme });
		const line = await lineOf(page);
		await pick(page, { name: 'torn.jpg', bytes: Buffer.from('not a photo') });
		await page.getByText('Not sent').waitFor();
		await line.slow(100_000);

		await pick(page, await noiseJpegOfAtLeast(3 * MEGABYTE), await wide(), await tall());
		await page.getByText('Waiting').waitFor();

		expect(await barriersOn(page)).toEqual([]);
	},
);

describe('a line that comes and goes', () => {
	test('pulled in the middle of an upload and given back, it ends in one item', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		const line = await lineOf(page);
		await line.slow(300_000);
		await pick(page, await noiseJpegOfAtLeast(2 * MEGABYTE), await wide());
		await page.getByRole('button', addButton).click();
		await page.getByText(/Sending… [1-9]\d? %/).waitFor();

		await line.cut();
		await page.getByText(UPLOAD_MESSAGES.stillHere).first().waitFor();
		await line.fast();
		await page.waitForURL('/');

		expect(await itemsOf(person)).toHaveLength(1);
		expect(await shapesOf(person)).toEqual([
			[640, 480],
			[800, 600],
		]);
	});

	test('lost just before the answer, it ends in one item', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide());
		let isLost = false;
		await page.route('**/api/item/add-item', async (route) => {
			if (isLost) return route.continue();
			isLost = true;
			await route.fetch();
			await route.abort('connectionreset');
		});

		await page.getByRole('button', addButton).click();
		await page.getByText(UPLOAD_MESSAGES.stillHere).first().waitFor();
		await page.waitForURL('/');

		expect(isLost).toBe(true);
		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('lost before the answer, and the words changed since: one item, with the new words', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide());
		await page.route('**/api/item/add-item', async (route) => {
			await route.fetch();
			await route.abort('connectionreset');
		});
		await page.getByRole('button', addButton).click();
		await page.getByText(UPLOAD_MESSAGES.stillHere).first().waitFor();

		await page.getByRole('button', { name: 'Cancel upload' }).click();
		await page.unrouteAll();
		await fillIn(page, { Title: 'Better words' });
		await pickAndSend(page, await tall());
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');

		expect((await itemsOf(person)).map(({ title }) => title)).toEqual(['Better words']);
		expect(await shapesOf(person)).toEqual([
			[800, 600],
			[600, 900],
		]);
	});

	test('lost for good with the tab, the draft still ends in one item', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide());
		await page.route('**/api/item/add-item', async (route) => {
			await route.fetch();
			await route.abort('connectionreset');
		});
		await page.getByRole('button', addButton).click();
		await page.getByText(UPLOAD_MESSAGES.stillHere).first().waitFor();
		const context = page.context();
		await page.close({ runBeforeUnload: true });

		const next = await context.newPage();
		await next.goto('/post');
		await next.getByText('This is what you had not sent yet.').waitFor();
		await next.getByRole('button', addButton).click();
		await next.waitForURL('/');

		expect(await itemsOf(person)).toHaveLength(1);
	});

	test('two quick presses make one item', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide());

		await page.getByRole('button', addButton).dblclick();
		await page.waitForURL('/');

		expect(await itemsOf(person)).toHaveLength(1);
	});
});

describe('a draft', () => {
	test('survives a closed tab with its words and photos, and begins afresh when asked to', async () => {
		const { person, page } = await openForm();
		await fillIn(page, { Title: 'Half a thought', Price: '₹1,200' });
		await pickAndSend(page, await wide(), await tall());
		const context = page.context();
		await page.close({ runBeforeUnload: true });

		const next = await context.newPage();
		await next.goto('/post');
		await next.getByText('This is what you had not sent yet.').waitFor();

		expect(await next.getByLabel('Title').inputValue()).toBe('Half a thought');
		expect(await next.getByLabel('Price').inputValue()).toBe('₹1,200');
		const names = next.getByRole('list').getByRole('img');
		expect(await names.evaluateAll((all) => all.map((image) => image.getAttribute('alt')))).toEqual(
			['wide.jpg', 'tall.jpg'],
		);
		await fillIn(next, { Description: TYPED.Description, Category: 'Books' });
		await next.getByRole('button', addButton).click();
		await next.waitForURL('/');
		expect((await itemsOf(person))[0]).toMatchObject({ title: 'Half a thought', price: 1200 });
		await next.goto('/post');
		await next.getByRole('heading', { name: 'Add New Item' }).waitFor();
		expect(await next.getByText('This is what you had not sent yet.').count()).toBe(0);
	});

	test('can be thrown away', async () => {
		const { page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide());
		await page.reload();

		await page.getByRole('button', { name: 'Start afresh' }).click();

		await page.getByText('This is what you had not sent yet.').waitFor({ state: 'detached' });
		expect(await page.getByLabel('Title').inputValue()).toBe('');
		expect(await page.getByRole('button', { name: 'Remove photo 1' }).count()).toBe(0);
	});

	test('of an edit is kept too', async () => {
		const person = await signUpPerson();
		const id = await postItemAs(person);
		const page = await visit(`/update-item/${id}`, { as: person });
		await fillIn(page, { Title: 'Better words' });
		await page.getByRole('button', { name: 'Remove photo 1' }).click();
		await page.reload();

		await page.getByText('This is what you had not sent yet.').waitFor();

		expect(await page.getByLabel('Title').inputValue()).toBe('Better words');
		expect(await page.getByRole('button', { name: 'Remove photo 1' }).count()).toBe(0);
	});

	test('is gone for the next person after logging out', async () => {
		const { page } = await openForm({ width: 1024 });
		await fillIn(page);
		await page.reload();
		await page.getByText('This is what you had not sent yet.').waitFor();

		await page.getByRole('button', { name: /menu/i }).click();
		await page.getByRole('button', { name: 'Logout' }).click();
		await page.getByRole('link', { name: 'Login' }).first().waitFor();

		const kept = await page.evaluate(async () =>
			(await indexedDB.databases()).map(({ name }) => name),
		);
		expect(kept).not.toContain('drafts');
	});
});

describe('the order of photos', () => {
	test('changes by arrow keys, which is announced, and the first is the cover', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide(), await tall(), await square());

		await page.getByRole('button', { name: 'Turn photo 3' }).focus();
		await page.keyboard.press('ArrowLeft');
		await page.getByText('Photo 3 is now photo 2 of 3.').waitFor();
		await page.keyboard.press('ArrowLeft');
		await page.getByText('Photo 2 is now photo 1 of 3. It is the cover.').waitFor();
		await page.keyboard.press('ArrowLeft');

		expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
			'Turn photo 1',
		);
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');
		expect(await shapesOf(person)).toEqual([
			[700, 700],
			[800, 600],
			[600, 900],
		]);
	});

	test('changes by dragging with a mouse', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide(), await tall(), await square());

		await page.getByRole('img', { name: 'square.jpg' }).hover();
		await page.mouse.down();
		const { x, y } = await middleOf(page, 'wide.jpg');
		await page.mouse.move(x + 20, y, { steps: 5 });
		await page.mouse.move(x, y);
		await page.mouse.up();

		await page.getByText('Photo 3 is now photo 1 of 3. It is the cover.').waitFor();
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');
		expect(await shapesOf(person)).toEqual([
			[700, 700],
			[800, 600],
			[600, 900],
		]);
	});

	test('changes by dragging with a finger that has rested on the photo', async () => {
		const { page } = await openForm({ width: 360 });
		await pickAndSend(page, await wide(), await tall());
		const [from, to] = [await middleOf(page, 'wide.jpg'), await middleOf(page, 'tall.jpg')];
		const devtools = await page.context().newCDPSession(page);
		const touch = (
			type: 'touchStart' | 'touchMove' | 'touchEnd',
			...touchPoints: (typeof from)[]
		) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });

		await touch('touchStart', from);
		await page.locator('li.shadow-float').waitFor();
		await touch('touchMove', { x: (from.x + to.x) / 2, y: from.y });
		await touch('touchMove', to);
		await touch('touchEnd');

		await page.getByText('Photo 1 is now photo 2 of 2.').waitFor();
	});
});

describe('a photo', () => {
	test('can be turned, before it is posted', async () => {
		const { person, page } = await openForm();
		await fillIn(page);
		await pickAndSend(page, await wide());

		await page.getByRole('button', { name: 'Turn photo 1' }).click();
		await page.getByText('Photo 1 is turned to the right.').waitFor();
		await page.getByRole('button', addButton).click();
		await page.waitForURL('/');

		expect(await shapesOf(person)).toEqual([[600, 800]]);
	});

	test('that is on the market already can be turned too', async () => {
		const person = await signUpPerson();
		const id = await postItemAs(person, {}, [await wide(), await tall()]);
		const page = await visit(`/update-item/${id}`, { as: person });

		await page.getByRole('button', { name: 'Turn photo 1' }).click();
		await page.getByText('Photo 1 is turned to the right.').waitFor();
		await page.getByRole('button', { name: 'Update Item' }).click();
		await page.waitForURL(`/item/${id}`);

		expect(await shapesOf(person)).toEqual([
			[600, 800],
			[600, 900],
		]);
	});

	test('can be pasted from the clipboard', async () => {
		const { page } = await openForm();
		const { bytes } = await wide();

		await page.evaluate((base64) => {
			const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
			const clipboardData = new DataTransfer();
			clipboardData.items.add(new File([data], 'image.jpg', { type: 'image/jpeg' }));
			const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
			document.body.dispatchEvent(paste);
		}, bytes.toString('base64'));

		await page.getByRole('img', { name: 'image.jpg' }).waitFor();
	});
});

test('after posting, a notice leads to the new item and shares it', async () => {
	const { person, page } = await openForm();
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await fillIn(page, { ...TYPED, Price: '₹1,200' });
	await pickAndSend(page, await wide());

	await page.getByRole('button', addButton).click();
	await page.waitForURL('/');
	await page.getByText(ITEM_MESSAGES.added).waitFor();
	await page.getByRole('button', { name: 'Share it' }).click();
	await page.getByText(ITEM_MESSAGES.linkCopied).waitFor();

	const [item] = await itemsOf(person);
	expect(item?.price).toBe(1200);
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(new URL(copied).pathname).toBe(`/item/${item?.id}`);
});

async function middleOf(page: Awaited<ReturnType<typeof visit>>, name: string) {
	const box = await page.getByRole('img', { name }).boundingBox();
	if (!box) throw new Error(`${name} is not shown.`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
