import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';
import type { PublicFeedback } from '#contract/feedback/schemas.ts';
import { SAMPLE_TESTIMONIALS } from '#contract/feedback/testimonials.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { testimonialsQuery } from './queries.ts';
import { Stars } from './stars.tsx';

type Testimonial = Pick<PublicFeedback, 'name' | 'rating' | 'feedback'>;

/** Published feedback, or three built-in samples if there is none or loading fails. */
export function Testimonials() {
	const id = useId();
	const { data, isPending } = useQuery(testimonialsQuery());
	const testimonials: readonly Testimonial[] = data?.length ? data : SAMPLE_TESTIMONIALS;

	return (
		<section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
			<h2 id={id} className="text-2xl">
				{FEEDBACK_MESSAGES.testimonials}
			</h2>
			{isPending ? (
				<TestimonialsSkeleton />
			) : (
				<ul className="grid gap-4">
					{testimonials.map((testimonial, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: two people may say the same, and the list does not change.
						<li key={index}>
							<TestimonialCard testimonial={testimonial} />
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

function TestimonialCard({
	testimonial: { name, rating, feedback },
}: {
	testimonial: Testimonial;
}) {
	return (
		<figure className="grid gap-2.5 rounded-card border border-line bg-surface p-5">
			<Stars rating={rating} />
			<blockquote className="whitespace-pre-line wrap-anywhere">{feedback}</blockquote>
			<figcaption className="text-sm font-semibold wrap-anywhere">{name}</figcaption>
		</figure>
	);
}

function TestimonialsSkeleton() {
	return (
		<div role="status" className="grid gap-4">
			<span className="sr-only">Loading what people say…</span>
			{SAMPLE_TESTIMONIALS.map(({ name }) => (
				<Skeleton key={name} className="h-44" />
			))}
		</div>
	);
}
