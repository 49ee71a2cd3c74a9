import { Star } from 'lucide-react';
import { ratingLabel } from './labels.ts';

const STARS = [1, 2, 3, 4, 5];

/** A rating as stars, with a text for screen readers. */
export function Stars({ rating }: { rating: number }) {
	return (
		<span className="inline-flex flex-wrap items-center gap-x-2">
			<span aria-hidden="true" className="inline-flex">
				{STARS.map((star) => (
					<Star
						key={star}
						className={`size-4 ${star <= rating ? 'fill-accent text-accent' : 'text-edge'}`}
					/>
				))}
			</span>
			<span className="text-xs wide:line-clamp-1">{ratingLabel(rating)}</span>
		</span>
	);
}
