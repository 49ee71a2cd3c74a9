export interface GalleryDotsProps {
	count: number;
	/** From 0. */
	shown: number;
	onShow: (place: number) => void;
}

/** One dot a photo; each is pressed by far more than its looks. */
export function GalleryDots({ count, shown, onShow }: GalleryDotsProps) {
	return (
		<div className="absolute inset-x-0 bottom-0 flex justify-center">
			{[...Array(count).keys()].map((place) => (
				<button
					key={place}
					type="button"
					aria-label={`Go to photo ${place + 1}`}
					aria-current={place === shown ? 'true' : undefined}
					onClick={() => onShow(place)}
					className="grid size-11 cursor-pointer place-items-center focus-visible:-outline-offset-4"
				>
					<span
						className={`h-2.5 rounded-full border-[1.5px] border-scrim/70 transition-[width] duration-200 ${place === shown ? 'w-6 bg-accent' : 'w-2.5 bg-on-scrim'}`}
					/>
				</button>
			))}
		</div>
	);
}
