import { useState } from 'react';
import { ADMIN_ITEM_PHOTOS_MAX, type AdminItem } from '#contract/admin/items.ts';
import { photoKey } from '#web/lib/photo-key.ts';
import { Picture } from '#web/ui/picture.tsx';
import { PictureViewer } from './picture-viewer.tsx';

/** The pictures of an item, at most four (spec 2 §9); a press shows one large. */
export function ItemPictures({ item: { title, photos } }: { item: AdminItem }) {
	const [isLarge, setIsLarge] = useState(false);
	const [place, setPlace] = useState(0);
	const shown = photos.slice(0, ADMIN_ITEM_PHOTOS_MAX);

	function enlarge(pressed: number) {
		setPlace(pressed);
		setIsLarge(true);
	}

	return (
		<>
			<ul aria-label="Pictures" className="grid grid-cols-2 gap-2">
				{shown.map((photo, at) => (
					<li key={photoKey(photo, at)} className="first:only:col-span-2">
						<button
							type="button"
							aria-label={`Enlarge picture ${at + 1}`}
							onClick={() => enlarge(at)}
							className="block aspect-4/3 w-full cursor-zoom-in overflow-hidden rounded-field"
						>
							<Picture photo={photo} alt="" sizes="400px" />
						</button>
					</li>
				))}
			</ul>
			<PictureViewer
				open={isLarge}
				title={title}
				photos={shown}
				place={place}
				onPlace={setPlace}
				onClose={() => setIsLarge(false)}
			/>
		</>
	);
}
