import { photoKey } from '#web/lib/photo-key.ts';
import type { ShownPhoto } from '#web/lib/shown-photo.ts';
import { Picture } from '#web/ui/picture.tsx';

export interface GalleryThumbsProps {
	photos: readonly ShownPhoto[];
	shownIndex: number;
	onShow: (index: number) => void;
}

export function GalleryThumbs({ photos, shownIndex, onShow }: GalleryThumbsProps) {
	return (
		<ul aria-label="All photos" className="mt-2.5 flex gap-2">
			{photos.map((photo, index) => (
				<li key={photoKey(photo, index)} className="w-19 min-w-0">
					<button
						type="button"
						aria-label={`Show photo ${index + 1}`}
						aria-current={index === shownIndex ? 'true' : undefined}
						onClick={() => onShow(index)}
						className="block aspect-4/3 w-full cursor-pointer overflow-hidden rounded-[0.75rem] border-2 border-transparent p-0.5 aria-current:border-ink"
					>
						<Picture photo={photo} alt="" sizes="76px" isSmall className="rounded-[0.5rem]" />
					</button>
				</li>
			))}
		</ul>
	);
}
