import { endpoint } from '#contract/core/endpoint.ts';
import { messageReply } from '#contract/core/schemas.ts';
import { feedbackForm, publicFeedbackQuery, publicFeedbackReply } from './schemas.ts';

export const submitFeedback = endpoint({
	method: 'POST',
	path: '/feedback/submit',
	summary: 'Sends feedback about the market; no session needed.',
	auth: 'optional',
	limit: 'reporting',
	floodLimit: 'visitor feedback',
	status: 201,
	body: feedbackForm,
	reply: messageReply,
});

export const getPublicFeedback = endpoint({
	method: 'GET',
	path: '/feedback/public',
	summary: 'Lists testimonials: approved feedback, newest first, without email addresses.',
	auth: 'none',
	query: publicFeedbackQuery,
	reply: publicFeedbackReply,
});
