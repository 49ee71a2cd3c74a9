import { ImageOff } from 'lucide-react';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import type { ShownPhoto } from '#web/lib/shown-photo.ts';
import { showThumbhash } from './thumbhash-background.ts';

const RETRY_MS = 4000;

export interface PictureProps {
	/** Undefined shows the 'No Image' placeholder. */
	photo: ShownPhoto | undefined;
	alt: string;
	/** The displayed width, as for the `sizes` attribute. */
	sizes: string;
	/** For a photo that is visible at the start: fetched at once, before others. */
	isEager?: boolean;
	fit?: 'cover' | 'contain';
	/** Whether to show a blurred preview behind the photo; true by default. */
	hasThumb?: boolean;
	/** The frame is too small for text. */
	isSmall?: boolean;
	className?: string;
}

/** A photo that fills its frame, fetched in a fitting size. The frame's size never depends on the photo. */
export function Picture({
	photo,
	alt,
	sizes,
	isEager = false,
	fit = 'cover',
	hasThumb = true,
	isSmall = false,
	className = '',
}: PictureProps) {
	const [failedUrl, setFailedUrl] = useState<string>();
	const hasRetried = useRef(false);
	const { url, thumbhash } = photo ?? {};
	useEffect(() => {
		if (!failedUrl) return;
		const retry = () => setFailedUrl(undefined);
		// On an unstable connection single photos fail without an `online` event, so each is retried once.
		const timer = hasRetried.current ? undefined : setTimeout(retry, RETRY_MS);
		hasRetried.current = true;
		window.addEventListener('online', retry);
		return () => {
			clearTimeout(timer);
			window.removeEventListener('online', retry);
		};
	}, [failedUrl]);
	const attach: RefCallback<HTMLImageElement> = useCallback(
		(image) => {
			if (image && hasFailed(image)) setFailedUrl(url);
			return image && hasThumb && thumbhash ? showThumbhash(image, thumbhash, isEager) : undefined;
		},
		[url, thumbhash, hasThumb, isEager],
	);
	if (!photo || failedUrl === photo.url) {
		return <NoImage isSmall={isSmall} className={className} />;
	}

	// Photos stored by our server exist in several widths. Profile pictures of sign-in providers have only one.
	const hasWidths = /-\d+\.webp/.test(photo.url);
	return (
		<img
			ref={attach}
			src={hasWidths ? photoUrlAt(photo.url, 640) : photo.url}
			srcSet={hasWidths ? photoSrcset(photo) : undefined}
			sizes={hasWidths ? sizes : undefined}
			width={photo.width}
			height={photo.height}
			alt={alt}
			loading={isEager ? 'eager' : 'lazy'}
			fetchPriority={isEager ? 'high' : 'auto'}
			decoding="async"
			draggable={false}
			onError={() => setFailedUrl(photo.url)}
			className={`size-full bg-cover bg-center ${hasThumb ? 'bg-sunken' : ''} ${fit === 'contain' ? 'object-contain' : 'object-cover'} ${className}`}
		/>
	);
}

/** A server-rendered photo may have failed before hydration, when no listener was attached. */
function hasFailed({ complete, currentSrc, naturalWidth }: HTMLImageElement): boolean {
	return complete && currentSrc !== '' && naturalWidth === 0;
}

function NoImage({ isSmall, className }: { isSmall: boolean; className: string }) {
	return (
		<span
			className={`grid size-full place-content-center justify-items-center gap-1 bg-sunken text-xs text-ink-soft ${className}`}
		>
			<ImageOff aria-hidden="true" className="size-6" />
			<span className={isSmall ? 'sr-only' : ''}>No Image</span>
		</span>
	);
}
