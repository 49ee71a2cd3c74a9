import { ImageOff } from 'lucide-react';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { photoSrcset, photoUrlAt } from '#contract/photos/sizes.ts';
import type { ShownPhoto } from '#web/lib/photo-list.ts';
import { showThumbhash } from './thumbhash-background.ts';

const RETRY_MS = 4000;

export interface PictureProps {
	/** Undefined shows the 'No Image' placeholder. */
	photo: ShownPhoto | undefined;
	alt: string;
	/** How wide it will be shown, as in the `sizes` attribute. */
	sizes: string;
	/** In sight at the start: fetched first. */
	isFirst?: boolean;
	fit?: 'cover' | 'contain';
	/** Whether a blurred stand-in fills the frame behind it; it does unless told otherwise. */
	hasThumb?: boolean;
	/** Its frame is too small for words. */
	isSmall?: boolean;
	className?: string;
}

/** A photo that fills its frame, in the size the screen needs; the frame's size never depends on it. */
export function Picture({
	photo,
	alt,
	sizes,
	isFirst = false,
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
		// A line that comes and goes loses single ones, which the browser may not even notice.
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
			return image && hasThumb && thumbhash ? showThumbhash(image, thumbhash, isFirst) : undefined;
		},
		[url, thumbhash, hasThumb, isFirst],
	);
	if (!photo || failedUrl === photo.url) {
		return <NoImage isSmall={isSmall} className={className} />;
	}

	const isOwnPhoto = /-\d+\.webp/.test(photo.url);
	return (
		<img
			ref={attach}
			src={isOwnPhoto ? photoUrlAt(photo.url, 640) : photo.url}
			srcSet={isOwnPhoto ? photoSrcset(photo) : undefined}
			sizes={isOwnPhoto ? sizes : undefined}
			width={photo.width}
			height={photo.height}
			alt={alt}
			loading={isFirst ? 'eager' : 'lazy'}
			fetchPriority={isFirst ? 'high' : 'auto'}
			decoding="async"
			draggable={false}
			onError={() => setFailedUrl(photo.url)}
			className={`size-full bg-cover bg-center ${hasThumb ? 'bg-sunken' : ''} ${fit === 'contain' ? 'object-contain' : 'object-cover'} ${className}`}
		/>
	);
}

/** On a page that the server drew it may have, before anybody listened. */
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
