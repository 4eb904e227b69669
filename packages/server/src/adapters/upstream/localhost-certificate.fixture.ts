/**
 * A self-signed certificate for `localhost` and its key, for tests alone. Made with `openssl req -x509 -newkey ec
 * -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost -addext subjectAltName=DNS:localhost`.
 */
export const LOCALHOST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUBGFfMigRJopjsVQ0/EG2MhBTY+4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE2MjY1MloYDzIxMjYxMDMw
MTYyNjUyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAREHSi5GdLwOB+V5IIR+pA0yH6b24Z+nlAcKJo6SRwU4BOKrl9DV2JW
l5DJogyDYFXEucsyu9+hA+9jqDhq3wqoo2kwZzAdBgNVHQ4EFgQU45sbj6xK9mSU
DTMQ2S1FXqNaUnIwHwYDVR0jBBgwFoAU45sbj6xK9mSUDTMQ2S1FXqNaUnIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgDelYsq1Baj5CHRt3cZ42HqpWeHfjw04H3RykXF4TTIECIBPYMQvv3g5W
joWiV9SzcJxwTv8PZnyZO+rXyIclPXYn
-----END CERTIFICATE-----
`

export const LOCALHOST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO1I3Ukac/QtSqx/a
C/5shLAo5tNiXNAzCWn3n9eqFLChRANCAAREHSi5GdLwOB+V5IIR+pA0yH6b24Z+
nlAcKJo6SRwU4BOKrl9DV2JWl5DJogyDYFXEucsyu9+hA+9jqDhq3wqo
-----END PRIVATE KEY-----
`
