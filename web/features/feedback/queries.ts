import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { getPublicFeedback, submitFeedback } from '#contract/feedback/endpoints.ts';
import { FEEDBACK_LIMITS } from '#contract/feedback/facts.ts';
import { call } from '#web/lib/api/api.ts';

/** The published feedback. Not retried: three samples replace a failed response. */
export function testimonialsQuery() {
	return queryOptions({
		queryKey: ['feedback', 'testimonials'],
		queryFn: async ({ signal }) => {
			const query = { limit: String(FEEDBACK_LIMITS.testimonials), featured: 'true' as const };
			return (await call(getPublicFeedback, { query, signal })).feedbacks;
		},
		retry: false,
	});
}

export function useReloadTestimonials() {
	const client = useQueryClient();
	return () => client.invalidateQueries({ queryKey: testimonialsQuery().queryKey });
}

export function useSubmitFeedback() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof submitFeedback.body>) => call(submitFeedback, { body }),
	});
}
