import { StarShape } from '#web/ui/star-shape.tsx';
import { ratingLabel } from './labels.ts';

const STARS = [1, 2, 3, 4, 5];

/** A rating as stars, then in words. Screen readers read only the words. */
export function Stars({ rating }: { rating: number }) {
	return (
		<span className="inline-flex flex-wrap items-center gap-x-2">
			<span aria-hidden="true" className="inline-flex">
				{STARS.map((star) => (
					<StarShape key={star} isFilled={star <= rating} className="size-4" />
				))}
			</span>
			<span className="text-xs wide:line-clamp-1">{ratingLabel(rating)}</span>
		</span>
	);
}
