import { useState } from 'react';
import { ADMIN_ITEM_PHOTOS_MAX, type AdminItem } from '#contract/admin/items.ts';
import { photoKey } from '#web/lib/photo-key.ts';
import { Picture } from '#web/ui/picture.tsx';
import { PhotoViewer } from './photo-viewer.tsx';

/** The photos of an item, at most four; a click enlarges one. */
export function ItemPhotos({ item: { title, photos } }: { item: AdminItem }) {
	const [isViewerOpen, setIsViewerOpen] = useState(false);
	const [openIndex, setOpenIndex] = useState(0);
	const shownPhotos = photos.slice(0, ADMIN_ITEM_PHOTOS_MAX);

	function openViewer(clickedIndex: number) {
		setOpenIndex(clickedIndex);
		setIsViewerOpen(true);
	}

	return (
		<>
			<ul aria-label="Pictures" className="grid grid-cols-2 gap-2">
				{shownPhotos.map((photo, index) => (
					<li key={photoKey(photo, index)} className="first:only:col-span-2">
						<button
							type="button"
							aria-label={`Enlarge picture ${index + 1}`}
							onClick={() => openViewer(index)}
							className="block aspect-4/3 w-full cursor-zoom-in overflow-hidden rounded-field"
						>
							<Picture photo={photo} alt="" sizes="400px" />
						</button>
					</li>
				))}
			</ul>
			<PhotoViewer
				open={isViewerOpen}
				title={title}
				photos={shownPhotos}
				index={openIndex}
				onIndexChange={setOpenIndex}
				onClose={() => setIsViewerOpen(false)}
			/>
		</>
	);
}
