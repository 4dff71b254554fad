package crawl

// A parameter has a pattern of names of parameters and a source for it.
type parameter struct{ name, source string }

// Where patterns come from. Brave is the issue of brave/brave-browser with that number, by which
// the browser began to cut the parameter; each shows links with it and what it is for. Of what
// Brave cuts, the list has what is set by those who link, on any site.
const (
	google    = "support.google.com/analytics/answer/10917952, URL builders: custom URLs"
	matomo    = "matomo.org/faq/how-to/faq_120, and matomo-org/plugin-MarketingCampaignsReporting"
	piano     = "developers.atinternet-solutions.com, marketing campaigns: at_medium, at_campaign, at_*"
	brave     = "github.com/brave/brave-browser/issues/"
	duck      = "duckduckgo/privacy-configuration, features/tracking-parameters.json"
	servlet   = "Jakarta Servlet 6.0, 7.1.3: the name of a session parameter is jsessionid"
	php       = "php.net, session.name: PHPSESSID"
	asp       = "learn.microsoft.com, ASP sessions: ASPSESSIONID and eight letters"
	surtTools = "keys of the Internet Archive, in which it is cut"
)

// tracking are the parameters that the rule Tracking cuts in V1.
var tracking = [...]parameter{
	{"utm_*", google},
	{"mtm_*", matomo},
	{"matomo_campaign", matomo},
	{"pk_campaign", matomo},
	{"pk_kwd", matomo},
	{"pk_keyword", matomo},
	{"pk_source", matomo},
	{"pk_medium", matomo},
	{"pk_content", matomo},
	{"pk_cid", brave + "31084"},
	{"piwik_campaign", matomo},
	{"piwik_kwd", matomo},
	{"at_medium", piano},
	{"at_campaign", piano},
	{"at_recipient_id", brave + "32488"},
	{"at_recipient_list", brave + "32488"},
	{"ga_source", duck},
	{"ga_medium", duck},
	{"ga_term", duck},
	{"ga_content", duck},
	{"ga_campaign", duck},
	{"ga_place", duck},
	{"gclid", brave + "4239"},
	{"dclid", brave + "9879"},
	{"wbraid", brave + "18758"},
	{"gbraid", "semetis.com, understanding GBRAID: the difference with WBRAID and GCLID"},
	{"gs_l", duck},
	{"srsltid", brave + "40912"},
	{"_gl", brave + "33188"},
	{"fbclid", brave + "4239"},
	{"fb_action_ids", brave + "33984"},
	{"fb_action_types", duck},
	{"fb_source", duck},
	{"fb_ref", duck},
	{"action_object_map", duck},
	{"action_type_map", duck},
	{"action_ref_map", duck},
	{"msclkid", brave + "4239"},
	{"twclid", brave + "18020"},
	{"yclid", brave + "11578"},
	{"ymclid", brave + "33216"},
	{"ysclid", brave + "33216"},
	{"_openstat", brave + "11579"},
	{"mc_eid", brave + "4239"},
	{"mc_cid", "linkclean.app/trackers/mc-cid"},
	{"mkt_tok", duck},
	{"_hsenc", brave + "9019"},
	{"_hsmi", "linkclean.app/trackers/hsmi"},
	{"__hsfp", brave + "9019"},
	{"__hssc", brave + "9019"},
	{"__hstc", brave + "9019"},
	{"hsctatracking", brave + "9019"},
	{"hmb_campaign", duck},
	{"hmb_source", duck},
	{"hmb_medium", duck},
	{"_bhlid", brave + "40716"},
	{"_branch_match_id", brave + "39575"},
	{"_branch_referrer", brave + "39575"},
	{"_kx", brave + "34578"},
	{"bsft_clkid", brave + "25238"},
	{"bsft_uid", brave + "25238"},
	{"et_rid", brave + "37847"},
	{"guce_referrer", brave + "25691"},
	{"guce_referrer_sig", brave + "25691"},
	{"irclickid", brave + "33952"},
	{"ml_subscriber", brave + "17507"},
	{"ml_subscriber_hash", brave + "17507"},
	{"oly_anon_id", brave + "13644"},
	{"oly_enc_id", brave + "13644"},
	{"rb_clickid", brave + "17451"},
	{"s_cid", brave + "17452"},
	{"vero_conv", brave + "11817"},
	{"vero_id", brave + "11817"},
	{"vgo_ee", brave + "26295"},
	{"wickedid", brave + "13647"},
}

// hostTracking are those that it cuts on a host and below it.
var hostTracking = [...]struct{ host, name, source string }{
	{"instagram.com", "igsh", brave + "35094"},
	{"instagram.com", "igshid", brave + "11580"},
	{"twitter.com", "ref_src", brave + "26966"},
	{"twitter.com", "ref_url", brave + "26966"},
	{"x.com", "ref_src", brave + "26966"},
	{"x.com", "ref_url", brave + "26966"},
	{"youtube.com", "si", brave + "34719"},
	{"youtu.be", "si", brave + "34719"},
}

// sessions are the parameters that the rule Sessions cuts in V1, of queries and of segments.
var sessions = [...]parameter{
	{"jsessionid", servlet},
	{"phpsessid", php},
	{"aspsessionid*", asp},
	{"cfid", surtTools},
	{"cftoken", surtTools},
}

// index are the default pages that the rule Index cuts in V1: those that the configurations
// name which come with Apache in Debian (mods-available/dir.conf), nginx (index), IIS
// (defaultDocument) and Tomcat (conf/web.xml).
var index = [...]string{
	"index.html", "index.htm", "index.xhtml", "index.php", "index.cgi", "index.pl", "index.jsp",
	"default.htm", "default.asp", "default.aspx", "iisstart.htm",
}
