import { useState } from 'react';
import { isolated } from '#contract/core/format.ts';
import type { RowPhoto } from '#web/features/chat/conversation/rows.ts';
import { isExpired, type RenewPhoto } from '#web/features/chat/engine/renew-photos.ts';
import { formatClock } from '#web/lib/format.ts';
import { Picture } from '#web/ui/picture.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';
import { LocalThumbnail } from './local-thumbnail.tsx';

interface MessagePhotosProps {
	photos: readonly RowPhoto[];
	/** The author. */
	name: string;
	/** ISO 8601. */
	at: string;
	onRenew: RenewPhoto;
}

/** Width divided by height. Wider or taller photos are cropped, so that no photo fills the screen. */
const MAX_RATIO = 2;
const MIN_RATIO = 3 / 4;

/** The photos of a message: one large photo, or up to four in a grid. Their space is reserved before they load. */
export function MessagePhotos({ photos, name, at, onRenew }: MessagePhotosProps) {
	const [openIndex, setOpenIndex] = useState<number>();
	const { Part: PhotoViewer, loadPart } = useLazyOnPress(
		async () => (await import('./photo-viewer.tsx')).PhotoViewer,
	);
	const [first] = photos;

	async function open(index: number) {
		const url = photos[index]?.url;
		// The URL may have expired since the small picture was loaded.
		if (url !== undefined && isExpired(url)) await onRenew(url);
		if (await loadPart()) setOpenIndex(index);
	}

	if (!first) return null;
	const isSingle = photos.length === 1;
	const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, first.width / first.height));
	const label = (index: number) =>
		`Photo${isSingle ? '' : ` ${index + 1} of ${photos.length}`} from ${isolated(name)}, ${formatClock(at)}`;

	return (
		<>
			<ul className={`grid w-[min(17.5rem,85%)] gap-1 ${isSingle ? '' : 'grid-cols-2'}`}>
				{photos.map((photo, index) => (
					<li
						key={photo.key}
						style={isSingle ? { aspectRatio: ratio } : undefined}
						className={`overflow-hidden rounded-card border border-line bg-sunken ${isSingle ? '' : 'aspect-square'} ${photos.length === 3 ? 'first:col-span-2 first:aspect-2/1' : ''}`}
					>
						<button
							type="button"
							aria-label={label(index)}
							onClick={() => void open(index)}
							className="block size-full photo-button cursor-zoom-in"
						>
							<PhotoPicture photo={photo} sizes={isSingle ? '280px' : '140px'} onRenew={onRenew} />
						</button>
					</li>
				))}
			</ul>
			{PhotoViewer && (
				<PhotoViewer photos={photos} index={openIndex} label={label} onChange={setOpenIndex} />
			)}
		</>
	);
}

interface PhotoPictureProps {
	photo: RowPhoto;
	sizes: string;
	onRenew: RenewPhoto;
}

/**
 * Shows the local file, which needs no download, or else the server's copy. If the server's copy cannot be loaded
 * because its URL has expired, the frame stays empty until a new URL is known.
 */
function PhotoPicture({ photo, sizes, onRenew }: PhotoPictureProps) {
	const [isRenewing, setIsRenewing] = useState(false);
	const { url, file, width, height } = photo;

	async function renewIfExpired() {
		const renewal = url !== undefined && isExpired(url) && onRenew(url);
		if (!renewal) return;
		setIsRenewing(true);
		await renewal;
		setIsRenewing(false);
	}

	const stored = url !== undefined && !isRenewing && (
		<Picture photo={{ url, width, height }} alt="" sizes={sizes} hasThumb={false} />
	);
	return (
		<span className="contents" onErrorCapture={renewIfExpired}>
			{file ? <LocalThumbnail file={file} alt="" stored={stored} /> : stored}
		</span>
	);
}
