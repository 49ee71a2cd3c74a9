import { Suspense, useEffect, useLayoutEffect, useRef, useState, ViewTransition } from 'react';
import { isolated } from '#contract/core/format.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { PICTURE_SIZES } from '#contract/photos/sizes.ts';
import { photoKey } from '#web/lib/photo-key.ts';
import { photosOf, type ShownPhoto } from '#web/lib/shown-photo.ts';
import { lazyHydrated } from '#web/ui/lazy-hydrated.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';
import { photoTransition } from './photo-transition.ts';
import { useCarousel } from './use-carousel.ts';

const GalleryControls = lazyHydrated(
	async () => (await import('./gallery-controls.tsx')).GalleryControls,
);
const SaveButton = lazyHydrated(
	async () => (await import('#web/features/saved/save-button.tsx')).SaveButton,
);
const GalleryThumbs = lazyHydrated(
	async () => (await import('./gallery-thumbs.tsx')).GalleryThumbs,
);

/** An item's photos as a carousel, with thumbnails and a full-screen view. */
export function PhotoGallery({ item }: { item: ItemDetails }) {
	const photos = photosOf(item);
	const count = photos.length;
	const carousel = useCarousel(count);
	const [isFullScreen, setIsFullScreen] = useState(false);
	const { Part: FullScreenPhoto, loadPart: loadFullScreen } = useLazyOnPress(
		async () => (await import('./full-screen-photo.tsx')).FullScreenPhoto,
	);
	const gallery = useFocusOnShown(isFullScreen);
	const position = `${carousel.shownIndex + 1} / ${count}`;

	return (
		<section
			ref={gallery}
			aria-label={`Photos of ${isolated(item.title)}`}
			aria-roledescription="carousel"
			onKeyDown={carousel.onKeyDown}
			className="min-w-0"
		>
			<div className="relative -mx-4 overflow-hidden bg-sunken tablet:mx-0 tablet:rounded-[1.375rem]">
				<ViewTransition name={photoTransition(item.id)} share="grow" default="none">
					<div
						{...carousel.viewport}
						className="snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
					>
						<ul className="flex">
							{photos.map((photo, index) => (
								<Slide
									key={photoKey(photo, index)}
									photo={photo}
									name={`${index + 1} of ${count}`}
									title={item.title}
									isEager={index === 0}
									isShown={index === carousel.shownIndex}
									isSold={item.status === 'sold'}
									onOpen={async () => setIsFullScreen(await loadFullScreen())}
								/>
							))}
							{count === 0 && (
								<li className="aspect-4/3 w-full">
									<Picture photo={undefined} alt="" sizes={PICTURE_SIZES.gallery} />
								</li>
							)}
						</ul>
					</div>
				</ViewTransition>
				{item.status === 'sold' && (
					<Tag className="absolute top-3 left-16 px-4 py-1 tablet:left-3">Sold</Tag>
				)}
				<Suspense>
					<SaveButton item={item} isLarge className="top-2 right-2 tablet:top-3 tablet:right-3" />
				</Suspense>
				<Suspense>
					<GalleryControls
						category={item.category}
						count={count}
						shownIndex={carousel.shownIndex}
						onStep={carousel.step}
					/>
				</Suspense>
			</div>
			{count > 1 && (
				<Suspense fallback={<div className="mt-2.5 h-[3.5625rem]" />}>
					<GalleryThumbs photos={photos} shownIndex={carousel.shownIndex} onShow={carousel.show} />
				</Suspense>
			)}
			{FullScreenPhoto && (
				<FullScreenPhoto
					open={isFullScreen}
					onClose={() => setIsFullScreen(false)}
					photo={photos[carousel.shownIndex]}
					title={item.title}
					position={position}
					onStep={count > 1 ? carousel.step : undefined}
				/>
			)}
		</section>
	);
}

/**
 * Focuses the shown photo when the full-screen view is closed, because the user may have gone to another photo there.
 * Also focuses it when the focused photo is no longer the shown one.
 */
function useFocusOnShown(isFullScreen: boolean) {
	const gallery = useRef<HTMLElement>(null);
	const wasFullScreen = useRef(isFullScreen);
	const focusShown = () =>
		gallery.current
			?.querySelector<HTMLElement>('li:not([inert]) button')
			?.focus({ preventScroll: true });

	useEffect(() => {
		const isClosed = wasFullScreen.current && !isFullScreen;
		wasFullScreen.current = isFullScreen;
		if (isClosed) focusShown();
	});
	// In a layout effect, before the browser removes the focus from the photo that has become inert.
	useLayoutEffect(() => {
		if (gallery.current?.querySelector('li[inert] :focus')) focusShown();
	});

	return gallery;
}

interface SlideProps {
	photo: ShownPhoto;
	/** The number of the photo, such as '1 of 3'. */
	name: string;
	/** The title of the item. */
	title: string;
	isEager: boolean;
	isShown: boolean;
	isSold: boolean;
	onOpen: () => void;
}

function Slide({ photo, name, title, isEager, isShown, isSold, onOpen }: SlideProps) {
	return (
		<li
			aria-roledescription="slide"
			aria-label={name}
			inert={!isShown}
			className="min-w-0 shrink-0 grow-0 basis-full snap-center snap-always"
		>
			<button
				type="button"
				onClick={onOpen}
				aria-label={`Photo ${name}: open full screen`}
				className="block aspect-4/3 w-full photo-button cursor-zoom-in"
			>
				<Picture
					photo={photo}
					alt={`${isolated(title)}, photo ${name}`}
					sizes={PICTURE_SIZES.gallery}
					isEager={isEager}
					fit="contain"
					className={isSold ? 'opacity-70 grayscale' : ''}
				/>
			</button>
		</li>
	);
}
